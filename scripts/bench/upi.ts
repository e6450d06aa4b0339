import { startReceiver } from '../ipn-receiver/receiver.js';
import { samplePayment } from '../development/first-payment.js';
import { qrCodePng } from '../../src/methods/upi/qr-code.js';
import { apiCaller, upiOrder, walletOrder } from './api-caller.js';
import { percentile, timeEach, timeInTurn } from './figures.js';
import { runTollgate } from './running-tollgate.js';

const WARM_UP = 30;
const AT_ONCE = 50;
const ROUNDS = 10;
/** Cards in turn, the first of which begins with the crowd. */
const CARDS = 10;
const CONTENT = `upi://pay?pa=shop%40sandbox&pn=Blue%20Tea%20Shop&tr=${'0'.repeat(32)}&am=100.11&cu=INR&tn=First%20flush`;

const shown = (times: number[]) => `${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)}`;

/**
 * A UPI initiation in turn with a wallet's, which is the same call without the QR image; and what fifty of them at once
 * do to a card payment.
 */
export async function benchUpi(count: number): Promise<void> {
  const tollgate = await runTollgate();
  const receiver = await startReceiver();
  try {
    const send = apiCaller(tollgate.ready, receiver.url);
    const card = () => send(samplePayment('', '', ''));
    const [upi, wallet] = [() => send(upiOrder), () => send(walletOrder)];
    await timeInTurn(WARM_UP, upi, wallet);
    const [withQr, without] = await timeInTurn(count, upi, wallet);
    const drawing = await timeEach(count, async () => void qrCodePng(CONTENT));
    await timeEach(WARM_UP, card);
    const idle: number[] = [];
    const beside: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(...(await timeEach(CARDS, card)));
      const crowd = Array.from({ length: AT_ONCE }, upi);
      beside.push(await timeEach(CARDS, card));
      await Promise.all(crowd);
    }
    console.log('\n| ms | p50 | p95 |\n|---|---|---|');
    console.log(`| UPI initiation | ${shown(withQr)} |`);
    console.log(`| the same without a QR image (wallet) | ${shown(without)} |`);
    console.log(`| drawing the image alone | ${shown(drawing)} |`);
    console.log(`| ratio | ${(percentile(withQr, 0.5) / percentile(without, 0.5)).toFixed(2)} | |`);
    console.log(`| card, nothing else | ${shown(idle)} |`);
    console.log(`| ${CARDS} cards in turn, beside ${AT_ONCE} UPI at once | ${shown(beside.flat())} |`);
    console.log(`| the first of them | ${shown(beside.flatMap(([first = NaN]) => first))} |`);
  } finally {
    await receiver.close();
    await tollgate.stop();
  }
}
