/** What customers read, in English. */
export const english = {
  testPayment: 'This is a test payment. No money will be taken.',
  processing: {
    title: 'Your payment is being processed',
    body: 'We are waiting for your bank. Please do not pay again.',
    hint: 'This page goes on by itself. You may also close it: the shop is told as soon as the result is known.',
    again: 'Look again now',
  },
  notFound: {
    title: 'This link does not lead anywhere',
    body: 'It may be incomplete or too old. Please go back to the shop and start again.',
  },
};

/** The same texts in another language. */
export type Texts = typeof english;
