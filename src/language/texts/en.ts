import type { Reason } from '../../payments/reasons.js';

/** What customers read, in English. */
export const english = {
  language: 'English',
  chooseLanguage: 'Language',
  testPayment: 'This is a test payment. No money will be taken.',
  processedBy: 'Payment processed securely by Tollgate',
  privacy: (shop: string) => `Privacy at ${shop}`,
  newTab: 'opens in a new tab',
  payShop: (shop: string) => `Pay ${shop}`,
  amount: 'Amount',
  forWhat: 'For',
  titlePay: (amount: string, shop: string) => `Pay ${amount} – ${shop}`,
  error: 'Error',
  problem: 'There is a problem',
  typeAgain: 'For your safety the card number and the security code must be typed again.',
  backTo: (shop: string) => `Return to ${shop}`,
  cancel: 'Cancel payment',
  cancelHint: (shop: string) => `Nothing is charged, and you return to ${shop}.`,
  timeLeft: (time: string) => `Time left to pay: ${time}`,
  timeOver: 'The time to pay is over. Go back to the shop to start again.',
  offline: 'There is no connection',
  online: 'What you typed is still here. When you are online again, press the button again: you pay only once.',
  outdated: 'This page was out of date, so nothing was charged. This is how things stand now.',
  notBegun:
    'What you sent did not come through, so the payment was not begun and no money was taken. Please fill in the form again.',
  copy: 'Copy',
  copied: 'Copied',

  methods: 'How do you want to pay?',
  methodFaults: { notOffered: 'Choose one of the ways to pay on this page' },
  card: {
    name: 'Card',
    about: 'Your bank may ask you to confirm the payment.',
    accepted: 'Visa, Mastercard and American Express are accepted',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY, as on the card',
    cvv: 'Security code',
    cvvHint: '3 digits on the back',
    cvvHintAmex: '4 digits on the front',
    holder: 'Name on card',
    pay: (amount: string) => `Pay ${amount}`,
    paying: (amount: string) => `Paying ${amount} …`,
    faults: {
      number: {
        missing: 'Enter a card number',
        incomplete: 'Enter the complete card number',
        wrong: 'Check the card number',
        network: 'This card type is not accepted. Use a Visa, Mastercard or American Express card',
      },
      expiry: {
        missing: 'Enter the expiry date',
        form: 'Enter the expiry date as month and year, such as 01 / 30',
        past: 'Enter an expiry date in the future',
        far: 'Check the year of the expiry date',
      },
      cvv: {
        missing: 'Enter the security code',
        wrong: 'Enter the 3 digits on the back of the card',
        wrongAmex: 'Enter the 4 digits on the front of the card',
      },
      holder: { missing: 'Enter the name on the card', wrong: 'Enter the name as it appears on the card' },
    },
  },

  declined: {
    titleWord: 'Declined',
    notFinishedWord: 'Not paid',
    heading: 'Your payment has been declined',
    notFinished: 'Your payment was not completed',
    noMoney: 'No money has been taken.',
    next: 'Try another card, or contact your bank.',
    nextMethod: 'You can try again or choose another way to pay.',
    left: (count: string, isOne: boolean) => (isOne ? 'You have one try left.' : `You have ${count} tries left.`),
    reasons: {
      insufficient_funds: 'There is not enough money on the card.',
      do_not_honor: 'The bank has declined the payment without giving a reason.',
      expired_card: 'The card has expired.',
      incorrect_cvv: 'The security code is not right.',
      authentication_failed: 'Your bank did not confirm that it was you.',
      authentication_cancelled: 'You cancelled the confirmation with your bank.',
      authentication_timeout: 'The confirmation with your bank took too long.',
      gateway_error: 'The payment could not be processed.',
      velocity: 'This card was declined too often.',
      cancelled_by_customer: 'You came back without paying.',
      expired: 'The payment was not confirmed in time.',
      proof_rejected: 'The proof that was handed in did not show that the money was paid.',
    } as Partial<Record<Reason, string>>,
    withoutCard: {
      insufficient_funds: 'There is not enough money in the account.',
      do_not_honor: 'The payment was declined, and no reason was given.',
    } as Partial<Record<Reason, string>>,
  },

  processing: {
    title: 'Your payment is being processed',
    body: 'We are checking with your bank. Do not pay again.',
    hint: 'This page goes on by itself. You may also close it: the shop is told as soon as the result is known.',
    again: 'Look again now',
  },

  challenge: {
    title: 'Your bank asks you to confirm',
    body: 'Confirm the payment on the page of your bank. It may be open in another tab already.',
    go: 'Continue to your bank',
    cancelHint: 'Cancelling ends the payment. No money is taken.',
  },

  upi: {
    name: 'UPI',
    about: 'Google Pay, PhonePe, Paytm or any other UPI app',
    start: (amount: string) => `Pay ${amount} with UPI`,
    starting: 'Opening UPI …',
    title: 'Pay with your UPI app',
    scan: 'Scan with any UPI app',
    qr: 'QR code for this payment',
    showQr: 'Show the QR code instead',
    apps: 'Choose your app',
    anyApp: 'Another UPI app',
    waiting: 'Waiting for payment',
    howLong: 'It usually takes a few seconds, up to a minute. This page goes on by itself.',
    trouble: 'If money has left your account and nothing happens here, do not pay again: the shop is told by itself.',
    upiId: 'UPI ID',
    until: (time: string) => `Open until ${time}`,
    change: 'Choose another way to pay',
  },

  wallet: {
    names: { BKASH: 'bKash', NAGAD: 'Nagad' },
    about: (wallet: string) => `You confirm the payment on the page of ${wallet}.`,
    start: (amount: string, wallet: string) => `Pay ${amount} with ${wallet}`,
    starting: (wallet: string) => `Opening ${wallet} …`,
    title: (wallet: string) => `Pay with ${wallet}`,
    body: (wallet: string) => `Confirm the payment on the page of ${wallet}. It may be open in another tab already.`,
    go: (wallet: string) => `Continue to ${wallet}`,
  },

  sepa: {
    name: 'SEPA direct debit',
    about: 'The money is taken from your bank account. That takes some days.',
    iban: 'IBAN',
    ibanHint: 'Such as DE89 3704 0044 0532 0130 00',
    typeAgain: 'For your safety the IBAN must be typed again.',
    holder: 'Name of the account holder',
    mandateTitle: 'SEPA direct debit mandate',
    reference: 'Mandate reference',
    creditor: 'Creditor',
    identifier: 'Creditor identifier',
    once: 'Type of payment',
    onceValue: 'One-off',
    mandate: (creditor: string) =>
      `By giving this mandate, you authorise (A) ${creditor} to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with the instructions from ${creditor}.`,
    right:
      'As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited. Your rights are explained in a statement that you can obtain from your bank.',
    accept: (amount: string) => `Give the mandate and pay ${amount}`,
    accepting: 'Handing in the mandate …',
    faults: {
      iban: {
        missing: 'Enter your IBAN',
        country: 'Direct debits are not possible from this country. Check the IBAN or choose another way to pay',
        incomplete: 'Enter the complete IBAN',
        wrong: 'Check the IBAN',
      },
      account_holder: {
        missing: 'Enter the name of the account holder',
        wrong: 'Enter the name as your bank knows it, with at most 70 characters',
      },
    },
    underWay: 'Your direct debit is under way',
    days: 'It takes some days until your bank has paid. You need not wait: the shop is told the result by itself.',
  },

  paid: {
    titleWord: 'Paid',
    heading: 'Payment successful',
    body: (amount: string, shop: string) => `You have paid ${amount} to ${shop}.`,
    when: 'Time',
    reference: 'Reference',
  },

  refunded: {
    titleWord: 'Refunded',
    heading: 'Payment refunded',
    sentBack: (amount: string) =>
      `${amount} has been sent back to you. It may take some days until you see it in your account.`,
  },

  ended: {
    failed: 'The payment has failed',
    cancelled: 'The payment was cancelled',
    expired: 'The time to pay is over',
    noMoney: 'No money has been taken.',
    lateMoney: 'If money has left your account all the same, the shop is told as soon as it arrives.',
    whatNow: 'Go back to the shop if you want to try again.',
  },

  trouble: {
    title: 'This does not work at the moment',
    unknown:
      'We cannot see at the moment where this payment stands. If you have just paid, do not pay again: look again here in a moment.',
    tooMany: 'There were too many requests. Please wait a moment.',
    suspended: 'The shop cannot take payments at the moment, so nothing was charged. Please ask the shop.',
    unreadable: 'What was sent could not be read, so nothing was done.',
    forged: 'This request did not come from our page, so nothing was done.',
    again: 'Try again',
  },

  notFound: {
    title: 'This link does not lead anywhere',
    body: 'It may be incomplete or too old. Please go back to the shop and start again.',
  },
};

/** The same texts in another language. */
export type Texts = typeof english;
