import { config } from '../../../config/index.js';
import { habitOf } from './customer.js';
import { formatDigits, formatTaka } from './local-amount.js';
import type { WalletOrder } from './order.js';
import { WALLET_PAYEE } from './order-answer.js';

const NAMES = { BKASH: { EN: 'bKash', BN: 'বিকাশ' }, NAGAD: { EN: 'Nagad', BN: 'নগদ' } };
const GENITIVES = { BKASH: 'বিকাশের', NAGAD: 'নগদের' }; // Bengali bends the name itself

const delay = String(config.sandbox.customerDelay);

/** Everything that the wallet page says, in the customer's language. */
export function walletTexts(order: WalletOrder) {
  const { wallet, language, reference, mobileEnd } = order;
  const amount = formatTaka(order.amount, language);
  const name = NAMES[wallet][language];
  const end = formatDigits(mobileEnd, language);
  const waits = habitOf(order) === 'never';
  const payee = `${WALLET_PAYEE.name}, ${formatDigits(WALLET_PAYEE.account, language)}`;
  const common = { lang: language.toLowerCase(), amount, name, payee, reference };

  if (language === 'BN')
    return {
      ...common,
      title: `${amount} পেমেন্ট – টেস্ট ওয়ালেট`,
      banner: { strong: 'পরীক্ষামূলক পেমেন্ট।', rest: 'কোনো টাকা কাটা হবে না।' },
      brand: 'টেস্ট ওয়ালেট',
      standIn: `এটি ${GENITIVES[wallet]} আসল পেজ নয়, পরীক্ষার জন্য তৈরি।`,
      heading: 'পেমেন্ট নিশ্চিত করুন',
      labels: { wallet: 'ওয়ালেট', payee: 'প্রাপক', account: 'অ্যাকাউন্ট', reference: 'রেফারেন্স' },
      account: { shown: `•••• ${end}`, said: `শেষে ${end}` },
      confirm: `${amount} পেমেন্ট করুন`,
      cancel: 'বাতিল করুন',
      testers: 'পরীক্ষাকারীদের জন্য',
      automatic: waits
        ? 'টাকার অঙ্কের শেষে .১১ থাকলে আপনি বোতাম না চাপা পর্যন্ত কিছুই হবে না।'
        : `আপনি কোনো বোতাম না চাপলে ${formatDigits(delay, language)} সেকেন্ড পর টেস্ট গ্রাহক নিজেই সিদ্ধান্ত নেবে। টাকার অঙ্কের শেষে .১১ থাকলে সে আপনার জন্য অপেক্ষা করে।`,
      fail: 'পেমেন্ট ব্যর্থ করুন',
      pressOne: 'একটি বোতাম চাপুন।',
    };
  return {
    ...common,
    title: `Pay ${amount} – Test Wallet`,
    banner: { strong: 'Test payment.', rest: 'No money moves.' },
    brand: 'Test Wallet',
    standIn: `Stands in for ${name}. This is not its real page.`,
    heading: 'Confirm your payment',
    labels: { wallet: 'Wallet', payee: 'Paid to', account: 'Account', reference: 'Reference' },
    account: { shown: `•••• ${end}`, said: `ending in ${end}` },
    confirm: `Pay ${amount}`,
    cancel: 'Cancel',
    testers: 'For testers',
    automatic: waits
      ? 'An amount that ends in .11 waits: nothing happens until you press a button.'
      : `If you press nothing, the test customer decides by itself after ${delay} s. With an amount that ends in .11 it waits for you.`,
    fail: 'Make the payment fail',
    pressOne: 'Press one of the buttons.',
  };
}
