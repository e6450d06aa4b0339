import { randomBytes, randomUUID } from 'node:crypto';
import { deliveries, deliveryId, hostOf, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { endpoints } from '../../src/ipn/endpoint.model.js';
import { eventIdOf } from '../../src/ipn/event-id.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { newSecret, sealSecret } from '../../src/merchants/secrets.js';
import { newTrxKey } from '../../src/merchants/trx.js';

/** A delivery as outbox.ts makes it, due now; `overrides` say what matters to the test. */
export function aDelivery(overrides: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const trx = overrides.trx ?? randomUUID();
  const eventId = overrides.eventId ?? eventIdOf(trx, 1);
  const url = overrides.url ?? 'http://127.0.0.1:9/ipn';
  return {
    _id: deliveryId(eventId),
    eventId,
    merchantId: 'mer_nobody',
    mode: 'test',
    trx,
    identifier: `order-${trx}`,
    type: 'payment.success',
    sequence: 1,
    url,
    host: hostOf(url),
    body: JSON.stringify({
      id: eventId,
      type: 'payment.success',
      sequence: 1,
      identifier: `order-${trx}`,
      status: 'success',
    }),
    status: 'pending',
    attempts: [],
    failures: 0,
    version: 1,
    next: { job: 'ipn-delivery', at: new Date() },
    createdAt: new Date(),
    ...overrides,
  };
}

/** A merchant of its own for one test, with its notification secrets, newest first. */
export class TestMerchant {
  readonly id = `mer_${randomBytes(8).toString('hex')}`;
  readonly secrets: string[];
  #sequence = 0;

  constructor(secrets = 1) {
    this.secrets = Array.from({ length: secrets }, newSecret);
  }

  async save(): Promise<this> {
    const now = Date.now();
    await merchants.insertOne({
      _id: this.id,
      name: 'Test shop',
      mode: 'test',
      status: 'active',
      publicKeyHash: this.id,
      secrets: this.secrets.map((secret, age) => ({
        sealed: sealSecret(secret, this.id),
        createdAt: new Date(now - age * 1000),
        ...(age > 0 && { retiresAt: new Date(now + 60_000) }),
      })),
      trxKey: newTrxKey(this.id),
      methods: ['card'],
      threeDsPolicy: 'required',
      lateMoneyPolicy: 'accept',
      minimums: {},
      fees: [],
      accounts: [],
      createdAt: new Date(now),
    });
    return this;
  }

  /** The merchant's next delivery, saved. */
  async delivery(overrides: Partial<DeliveryRecord> = {}): Promise<DeliveryRecord> {
    this.#sequence += 1;
    const delivery = aDelivery({ merchantId: this.id, sequence: this.#sequence, ...overrides });
    await deliveries.insertOne(delivery);
    return delivery;
  }

  /** The merchant's delivery with this sequence, as it is stored now. */
  stored(sequence: number): Promise<DeliveryRecord | null> {
    return deliveries.findOne({ merchantId: this.id, sequence });
  }

  async remove(): Promise<void> {
    await merchants.deleteOne({ _id: this.id });
    await deliveries.deleteMany({ merchantId: this.id });
    await endpoints.deleteMany({ merchantId: this.id });
  }
}

/** The delivery as it is stored now. */
export async function stored({ _id }: DeliveryRecord): Promise<DeliveryRecord> {
  const found = await deliveries.findOne({ _id });
  if (!found) throw new Error(`There is no delivery ${_id}`);
  return found;
}
