import { TEST_CODE, triesLeft } from './challenge.js';
import type { Challenged } from './charge.js';
import { formatAmount } from './format-amount.js';
import { formatDigits } from './orders/local-amount.js';

export type ChallengeLanguage = 'en' | 'bn';

/** Why the page is shown again: nothing was typed, or what was typed is not the code. */
export type Slip = 'empty' | 'wrong';

const english = (charge: Challenged, amount: string) => ({
  title: `Confirm ${amount} – Test Bank`,
  banner: { strong: 'Test payment.', rest: 'No real card is charged and no money moves.' },
  bank: 'Test Bank',
  heading: 'Confirm your payment',
  labels: { amount: 'Amount', card: 'Card', code: 'Confirmation code' },
  card: `${charge.network} ending in ${charge.last4}`,
  hint: 'A bank would send it to your phone. In this test it is always:',
  code: TEST_CODE,
  error: 'Error:',
  confirm: 'Confirm payment',
  cancel: 'Cancel',
  empty: 'Enter the code.',
  wrong: `That code is not right. ${triesLeft(charge) === 1 ? 'One try is left' : 'Two tries are left'}.`,
});

const bengali = (charge: Challenged, amount: string): ReturnType<typeof english> => ({
  title: `${amount} নিশ্চিত করুন – টেস্ট ব্যাংক`,
  banner: { strong: 'পরীক্ষামূলক পেমেন্ট।', rest: 'কোনো কার্ড থেকে টাকা কাটা হবে না।' },
  bank: 'টেস্ট ব্যাংক',
  heading: 'পেমেন্ট নিশ্চিত করুন',
  labels: { amount: 'টাকার পরিমাণ', card: 'কার্ড', code: 'নিশ্চিতকরণ কোড' },
  card: `${charge.network}, শেষে ${formatDigits(charge.last4, 'BN')}`,
  hint: 'আসল ব্যাংক কোডটি আপনার ফোনে পাঠাত। এই পরীক্ষায় কোডটি সব সময়:',
  code: formatDigits(TEST_CODE, 'BN'),
  error: 'ভুল:',
  confirm: 'পেমেন্ট নিশ্চিত করুন',
  cancel: 'বাতিল করুন',
  empty: 'কোডটি লিখুন।',
  wrong: `কোডটি ঠিক নয়। আর ${triesLeft(charge) === 1 ? 'একবার' : 'দুইবার'} চেষ্টা করা যাবে।`,
});

const LANGUAGES = { en: english, bn: bengali };

/** Everything that the bank's page says, in the customer's language. */
export function challengeTexts(charge: Challenged, lang: ChallengeLanguage, slip?: Slip) {
  const amount = formatAmount(charge.amount, charge.currency, lang);
  const { empty, wrong, ...texts } = LANGUAGES[lang](charge, amount);
  const says = slip && { empty, wrong }[slip];
  return { ...texts, lang, amount, says };
}
