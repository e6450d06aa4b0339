/** The fields of a form that a customer's browser posts, since no link leads to the page that takes them. */
export type PageForm = Readonly<Record<string, string>>;
