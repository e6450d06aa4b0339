import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import type { Gateway } from '../../src/connectors/gateway.js';
import { GATEWAYS } from '../../src/connectors/index.js';

const TABLE = 'docs/gateways/README.md';

const methodsOf = ({ methods }: Gateway): string =>
  methods
    .map(({ method, currencies, wallets }) => `${wallets?.join(' ') ?? method}: ${currencies.join(' ')}`)
    .join('; ');

const refundsOf = ({ capabilities: { refunds } }: Gateway): string =>
  refunds ? `${refunds.parts ? 'in parts' : 'whole'}, ${refunds.days} days` : 'no';

const yesOrNo = (has: boolean | undefined): string => (has ? 'yes' : 'no');

/** A gateway's row, from what it says of itself as data. */
function rowOf(gateway: Gateway): string {
  const { card, orders, disputes } = gateway.capabilities;
  const cells = [
    gateway.title,
    methodsOf(gateway),
    card?.asks ?? '–',
    card?.closes ?? '–',
    card ? yesOrNo(card.threeDsOff) : '–',
    orders?.asks ?? '–',
    orders?.closes ?? '–',
    refundsOf(gateway),
    yesOrNo(disputes !== undefined),
  ];
  return `| ${cells.join(' | ')} |`;
}

describe('the table of gateways', () => {
  const rows = readFileSync(join(ROOT, TABLE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' '));

  it('has a row for each, as it says of itself', () => {
    expect(rows.slice(2)).to.deep.equal([...GATEWAYS.values()].map(rowOf));
  });
});
