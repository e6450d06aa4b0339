import { expect } from 'chai';
import type { Express } from 'express';
import { createConsole } from '../../src/console/app.js';
import { CALLS } from '../../src/console/api/calls.js';
import { ROLES } from '../../src/console/operators/role.js';
import { OTHER_CALLS } from '../../src/console/api/other-calls.js';
import { bearer, browserOf, startConsole, type TestConsole, theOperator } from './console.js';

/** The parts of Express's layers that tell what is mounted where; they have no types of their own. */
interface Layer {
  match: (path: string) => boolean;
  handle: { stack?: Layer[] };
  route?: { path: string; stack: { method?: string }[] };
}

/** Every method and path that is mounted below /api, such as "get /proofs". */
function mountedCalls(app: Express): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const below = stack.filter((layer) => layer.match('/api') && !layer.match('/elsewhere'));
  return below
    .flatMap(({ handle }) => handle.stack ?? [])
    .flatMap(({ route }) =>
      [...new Set(route?.stack.map(({ method }) => method))].flatMap((method) =>
        method ? [`${method} ${route?.path}`] : [],
      ),
    );
}

describe('console calls', () => {
  const all = [...CALLS, ...OTHER_CALLS];
  let console: TestConsole;
  before(async () => {
    console = await startConsole();
  });
  after(() => console.close());

  it('are described when they are mounted, and mounted when they are described', () => {
    const mounted = mountedCalls(createConsole());
    expect(mounted).to.include('get /payments').and.include('post /operators');
    expect(mounted.sort()).to.deep.equal(all.map(({ method, path }) => `${method} ${path}`).sort());
  });

  for (const { method, path, role } of all)
    describe(`${method.toUpperCase()} /api${path}`, () => {
      // Of nothing that there is, with nothing said: whoever may call is told so by a 404 or 400, or gets a list.
      const call = (headers: Record<string, string>) =>
        console.http[method](`/api${path.replace(/:\w+/, 'none')}`)
          .set(headers)
          .send(method === 'get' ? undefined : {});

      it(`is for who has the role ${role} or a higher one`, async () => {
        for (const each of ROLES) {
          const allowed = ROLES.indexOf(each) >= ROLES.indexOf(role);
          const { status, text } = await call(bearer(await theOperator(each)));
          if (allowed) expect([200, 400, 404]).to.include(status);
          else expect(status).to.equal(403);
          expect(text.includes('"code":"forbidden"')).to.equal(!allowed);
        }
      });

      it('asks for a login', async () => {
        await call({ accept: 'text/html' })
          .expect(401)
          .expect(/"code":"authentication_failed"/);
      });

      it('takes a session from our own pages only', async () => {
        const { cookie, origin } = await browserOf(console, await theOperator('admin'));
        expect([200, 400, 404]).to.include((await call({ cookie, origin })).status);
        const { status } = await call({ cookie, origin: 'http://127.0.0.1:1' });
        expect(status === 403).to.equal(method !== 'get');
      });
    });
});
