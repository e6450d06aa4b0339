import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { JOBS, JOB_NAMES } from '../../src/jobs/catalogue.js';
import { addJob, jobId, queueOf } from '../../src/jobs/queue.js';
import { queueHeld } from '../../src/console/overview/gauges.js';
import {
  auditOf,
  bearer,
  browserOf,
  jsonOf,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
} from './console.js';
import { until } from '../../scripts/until.js';

const QUEUE = 'status-inquiry';
const API = `/queues/api/queues/${QUEUE}`;

/** Its line in the overview's table: whether it is held, and how many of its jobs wait. */
const ROW = new RegExp(
  `${QUEUE}</a>( <span class="status held">held</span>)? <span class="soft about">[^<]*</span></th><td class="number">(\\d+)`,
);
const NEEDED = /<strong>1<\/strong> queue is held/;

interface Board {
  queues: { name: string; description: string; readOnlyMode: boolean }[];
}

describe('console queues', () => {
  let console: TestConsole;
  let admin: TestOperator;
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
  });
  after(() => console.close());

  /** A job that is not due for an hour. */
  async function aDelayedJob(): Promise<string> {
    const payload = { id: `console-${randomBytes(6).toString('hex')}`, version: 1 };
    await addJob(QUEUE, payload, 3_600_000);
    return jobId(QUEUE, payload);
  }

  const look = async (operator: TestOperator) =>
    jsonOf<Board>(await console.http.get('/queues/api/queues').set(bearer(operator)).expect(200));

  it('stand there under their names in the code, with what each is for', async () => {
    const { queues } = await look(admin);
    expect(queues.map(({ name, description }) => [name, description])).to.deep.equal(
      JOB_NAMES.map((name) => [name, JOBS[name].about]),
    );
    expect(queues.every(({ readOnlyMode }) => !readOnlyMode)).to.equal(true);
  });

  it('have our head above the board, with the way back', async () => {
    const { text } = await console.http.get('/queues').set(await browserOf(console, admin));
    expect(text).to.include('<base href="/queues/" />').and.include('aria-current="page">Queues</a>');
    expect(text).to.include(admin.email).and.include('action="/logout"');
    expect(text).to.match(/<div id="root"><noscript>[^<]*JavaScript/);
  });

  for (const role of ['viewer', 'reviewer'] as const)
    it(`are read-only for a ${role}, whatever way it is tried`, async () => {
      const operator = await theOperator(role);
      const { queues } = await look(operator);
      expect(queues.every(({ readOnlyMode }) => readOnlyMode)).to.equal(true);
      const job = await aDelayedJob();
      await console.http.get(`${API}/${job}`).set(bearer(operator)).expect(200);
      for (const headers of [bearer(operator), await browserOf(console, operator)]) {
        for (const path of ['clean', 'promote', 'retry'])
          await console.http
            .put(`${API}/${job}/${path}`)
            .set(headers)
            .expect(403)
            .expect(/"code":"forbidden"/);
        for (const path of ['pause', 'empty', 'obliterate', 'clean/delayed', 'retry/failed', 'promote'])
          await console.http.put(`${API}/${path}`).set(headers).send({}).expect(403);
        await console.http.put('/queues/api/queues/pause').set(headers).expect(403);
        await console.http.post(`${API}/add`).set(headers).send({ name: QUEUE, data: {} }).expect(403);
        await console.http.patch(`${API}/${job}/update-data`).set(headers).send({ jobData: {} }).expect(403);
      }
      expect(await (await queueOf(QUEUE).getJob(job))?.isDelayed()).to.equal(true);
      expect(await queueOf(QUEUE).isPaused()).to.equal(false);
    });

  it('let an admin promote and clean jobs, which is in the trail', async () => {
    const [promoted, cleaned] = [await aDelayedJob(), await aDelayedJob()];
    await console.http.put(`${API}/${cleaned}-none/promote`).set(bearer(admin)).expect(404);
    await console.http.put(`${API}/${promoted}/promote`).set(bearer(admin)).expect(204);
    await console.http
      .put(`${API}/${cleaned}/clean`)
      .set(await browserOf(console, admin))
      .expect(204);
    expect(await (await queueOf(QUEUE).getJob(promoted))?.isWaiting()).to.equal(true);
    expect(await queueOf(QUEUE).getJob(cleaned)).to.equal(undefined);
    await console.http.put(`${API}/${promoted}/clean`).set(bearer(admin)).expect(204);
    let data: { action: string; operator_id: string; details: object }[] = [];
    // A line of the trail is written after the answer.
    await until('both are in the trail', async () => {
      const trail = await console.http.get('/api/audit').query({ object: promoted }).set(bearer(admin));
      ({ data } = jsonOf<{ data: typeof data }>(trail));
      return data.length >= 2;
    });
    expect(data.map(({ action }) => action)).to.deep.equal(['job.cleaned', 'job.promoted']);
    expect(data[0]).to.deep.include({ operator_id: admin.id, details: { queue: QUEUE, job: promoted } });
    expect(await auditOf(`${cleaned}-none`), 'what the board did not do').to.deep.equal([]);
  });

  it('that an admin holds are named on the overview, with what waits in them, until they are resumed', async () => {
    const browser = await browserOf(console, admin);
    const overview = async () => {
      const { text } = await console.http.get('/').set(browser).expect(200);
      const [, held, waiting] = ROW.exec(text) ?? [];
      return { isHeld: held !== undefined, waiting: Number(waiting), needs: NEEDED.test(text) };
    };
    const before = await overview();
    expect(before).to.include({ isHeld: false, needs: false });
    await console.http.put(`${API}/pause`).set(browser).expect(200);
    try {
      const payload = { id: `console-${randomBytes(6).toString('hex')}`, version: 1 };
      await addJob(QUEUE, payload, 0);
      expect(await overview()).to.deep.equal({ isHeld: true, waiting: before.waiting + 1, needs: true });
      const { values } = await queueHeld.get();
      expect(values.filter(({ value }) => value === 1).map(({ labels }) => labels.job)).to.deep.equal([QUEUE]);
      await queueOf(QUEUE).remove(jobId(QUEUE, payload));
    } finally {
      await console.http.put(`${API}/resume`).set(browser).expect(200);
    }
    expect(await overview()).to.deep.equal(before);
  });

  it('take no job made or changed by hand, not even from an admin', async () => {
    const job = await aDelayedJob();
    const data = { id: { $ne: null }, version: 1 };
    await console.http.post(`${API}/add`).set(bearer(admin)).send({ name: QUEUE, data, options: {} }).expect(403);
    await console.http.patch(`${API}/${job}/update-data`).set(bearer(admin)).send({ jobData: data }).expect(403);
    await console.http.put(`${API}/obliterate`).set(bearer(admin)).send({ force: true }).expect(403);
    await console.http.put(`${API}/${job}/clean`).set(bearer(admin)).expect(204);
  });
});
