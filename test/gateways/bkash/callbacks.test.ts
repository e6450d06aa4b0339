import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createSnsReader } from '../../../src/connectors/bkash/callbacks.js';
import { ConnectorError } from '../../../src/connectors/connector.js';
import { bkashAccess } from './access.js';
import { makeSns, toldOf, TOPIC, type Message } from './sns.js';
import { startBkash, type BkashStandIn } from './stand-in.js';

const HOST = 'https://sns.ap-southeast-1.amazonaws.com';
const FOREIGN = 'arn:aws:sns:ap-southeast-1:999999999999:somebody-else';

describe("bKash's notifications by SNS", () => {
  const sns = makeSns();
  let bkash: BkashStandIn;
  before(async () => {
    bkash = await startBkash({}, sns.answer);
  });
  after(() => bkash.close());
  afterEach(() => sns.fail(false));

  const trx = randomUUID();
  const key = `${trx}-1`;
  const news = [{ key, reference: trx, amount: 49_911, currency: 'BDT' }];
  const connect = (topic: string | null = TOPIC) =>
    createSnsReader(bkashAccess({ apiUrl: bkash.url, standIn: bkash.url, ...(topic !== null && { topic }) }));
  const read = async (message: Message | string, reader = connect()) =>
    reader.readCallback({}, typeof message === 'string' ? message : JSON.stringify(message));

  it('name the payment and what came, in either version of the signature', async () => {
    for (const SignatureVersion of ['1', '2'])
      expect(await read(sns.notification(toldOf(key), { SignatureVersion }))).to.deep.equal(news);
    expect(await read(sns.notification(toldOf(key), { Subject: 'A payment' }))).to.deep.equal(news);
    expect(await read(sns.notification({ ...toldOf(key), transactionStatus: 'Failed' }))).to.deep.equal([
      { key, reference: trx },
    ]);
  });

  it('are genuine and no news when they are about nothing of ours', async () => {
    for (const told of [
      toldOf('INV-7'),
      toldOf(`${trx}-r1`),
      {},
      'Hello',
      '[]',
      { merchantInvoiceNumber: { $ne: '' } },
    ])
      expect(await read(sns.notification(told)), JSON.stringify(told)).to.deep.equal([]);
  });

  it('that were altered in any field that is signed are nothing', async () => {
    const whole = sns.notification(toldOf(key), { Subject: 'A payment' });
    for (const name of ['Message', 'MessageId', 'Subject', 'Timestamp', 'Signature', 'SignatureVersion'])
      expect(await read({ ...whole, [name]: name === 'SignatureVersion' ? '1' : `${whole[name]}x` }), name).to.equal(
        null,
      );
    const { Subject: _none, ...unnamed } = whole;
    expect(await read(unnamed)).to.equal(null);
    const { Signature: _never, ...unsigned } = whole;
    expect(await read(unsigned)).to.equal(null);
    expect(await read({ ...whole, Type: 'UnsubscribeConfirmation' })).to.equal(null);
  });

  it('of another form are nothing', async () => {
    for (const body of ['', 'null', '[]', '{', '{"Type":"Notification"}'])
      expect(await read(body), body).to.equal(null);
    expect(await read(sns.notification(toldOf(key), { SignatureVersion: '3' }))).to.equal(null);
    expect(await read(sns.notification(toldOf(key), { Type: 'Bill' }))).to.equal(null);
  });

  it('of a foreign topic are nothing, though SNS has signed them', async () => {
    expect(await read(sns.notification(toldOf(key), { TopicArn: FOREIGN }))).to.equal(null);
    expect(await read(sns.notification(toldOf(key)), connect(FOREIGN))).to.equal(null);
    expect(await read(sns.notification(toldOf(key)), connect(null)), 'no topic is set').to.equal(null);
  });

  it('are believed by the certificate of SNS in their own region alone, and nobody else is asked for one', async () => {
    const before = sns.asked.length;
    for (const SigningCertURL of [
      'https://evil.example/x.pem',
      'https://sns.ap-southeast-1.amazonaws.com.evil.example/x.pem',
      'https://sns.ap-southeast-1.amazonaws.com@evil.example/x.pem',
      'https://user:word@sns.ap-southeast-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com/x.pem',
      'https://s3.ap-southeast-1.amazonaws.com/x.pem',
      'http://sns.ap-southeast-1.amazonaws.com/x.pem',
      'https://sns.ap-southeast-1.amazonaws.com:8443/x.pem',
      `${HOST}/x.pem?of=me`,
      `${HOST}/x`,
      `${bkash.url}/x.pem`,
      'file:///x.pem',
      'x.pem',
    ])
      expect(await read(sns.notification(toldOf(key), { SigningCertURL })), SigningCertURL).to.equal(null);
    expect(sns.asked.length).to.equal(before);
  });

  it('are not believed by a key of another kind, and come again while SNS gives no certificate', async () => {
    expect(await read(sns.notification(toldOf(key), { SigningCertURL: `${HOST}/other.pem` }))).to.equal(null);
    const lost = sns.notification(toldOf(key), { SigningCertURL: `${HOST}/lost.pem` });
    const error: unknown = await read(lost).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ConnectorError);
    const reader = connect();
    sns.fail(true);
    const failed: unknown = await read(sns.notification(toldOf(key)), reader).catch((thrown: unknown) => thrown);
    expect(failed).to.be.instanceOf(ConnectorError);
    sns.fail(false);
    expect(await read(sns.notification(toldOf(key)), reader), 'it has forgotten that').to.deep.equal(news);
  });

  it('need one certificate for many, and ask for no more than ten in a minute', async () => {
    const reader = connect();
    const before = sns.asked.length;
    await Promise.all(Array.from({ length: 20 }, () => read(sns.notification(toldOf(key)), reader)));
    expect(sns.asked.length - before).to.equal(1);
    for (let no = 0; no < 20; no++)
      await read(sns.notification(toldOf(key), { SigningCertURL: `${HOST}/${no}.pem` }), reader).catch(() => null);
    expect(sns.asked.length - before).to.equal(10);
  });

  describe('are subscribed to', () => {
    it('when SNS asks, for the own topic', async () => {
      expect(await read(sns.subscription({}, 'ours'))).to.deep.equal([]);
      expect(sns.confirmed).to.deep.equal(['ours']);
    });

    it('never for a foreign topic, nor at any other address', async () => {
      const before = sns.confirmed.length;
      expect(await read(sns.subscription({ TopicArn: FOREIGN }))).to.equal(null);
      const query = `Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=x`;
      for (const SubscribeURL of [
        `https://evil.example/?${query}`,
        `http://sns.ap-southeast-1.amazonaws.com/?${query}`,
        `https://sns.eu-west-1.amazonaws.com/?${query}`,
        `${HOST}/?Action=DeleteTopic&TopicArn=${TOPIC}`,
        `${HOST}/?Action=ConfirmSubscription&TopicArn=${FOREIGN}&Token=x`,
        '',
      ])
        expect(await read(sns.subscription({ SubscribeURL })), SubscribeURL).to.equal(null);
      expect(sns.confirmed.length).to.equal(before);
    });

    it('once more when SNS does not take it', async () => {
      const reader = connect();
      await read(sns.notification(toldOf(key)), reader);
      sns.fail(true);
      const error: unknown = await read(sns.subscription(), reader).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ConnectorError);
    });

    it('and may end: that is no news', async () => {
      expect(await read(sns.signed({ ...sns.subscription(), Type: 'UnsubscribeConfirmation' }))).to.deep.equal([]);
    });
  });
});
