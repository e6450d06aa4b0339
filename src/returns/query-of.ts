import express, { type Request, type Response } from 'express';

const MOST_FIELDS = 30;
const MOST_CHARACTERS = 20_000; // as much as any gateway's documents allow
const NAME = /^[\w-]{1,64}$/;

/** Two fields of that length may come together, as MD and PaRes do, each character as up to three bytes. */
const readForm = express.urlencoded({ extended: false, limit: '128kb', parameterLimit: 1000 });

/** What cannot be read as a form says nothing: the customer has come back all the same. */
const formOf = (req: Request, res: Response): Promise<unknown> =>
  new Promise((resolve) => void readForm(req, res, (fault?: unknown) => resolve(fault ? {} : req.body)));

const isUsable = (field: [string, unknown]): field is [string, string] =>
  NAME.test(field[0]) && typeof field[1] === 'string' && field[1].length <= MOST_CHARACTERS;

/** With what a customer has come back, by a link or by a form: anybody's words, in names and lengths that may be kept. */
export async function queryOf(req: Request, res: Response): Promise<Record<string, string>> {
  const form = req.method === 'POST' ? await formOf(req, res) : {};
  const fields = Object.entries({ ...req.query, ...(form as object) }); // of the parser: names and texts, or lists
  return Object.fromEntries(fields.filter(isUsable).slice(0, MOST_FIELDS));
}
