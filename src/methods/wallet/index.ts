import { WALLETS, type Wallet } from '../../vocabulary.js';
import { LANGUAGES } from '../../language/language.js';
import { payAsync } from '../local/pay-async.js';
import type { Choice, Method, WaitingPage } from '../method.js';
import { initiateWallet, openWallet, WALLET } from './initiate.js';

const choiceOf = (code: Wallet): Choice => ({
  name: code.toLowerCase(),
  form: 'form-order',
  mark: 'mark-wallet',
  asks: () => ({ wallet: code }),
  texts(language, amount) {
    const { names, about, start, starting } = LANGUAGES[language].wallet;
    const name = names[code];
    return { name, about: about(name), start: start(amount, name), starting: starting(name) };
  },
  pay: (payment, { language }) =>
    payAsync(payment, { ...WALLET, choice: code.toLowerCase() }, openWallet(code, language === 'bn' ? 'BN' : 'EN')),
});

const waiting: WaitingPage = {
  status: WALLET.status,
  template: 'wallet',
  isReady: ({ wallet }) => wallet !== undefined,
  view: ({ local }, language) => ({
    walletUrl: local?.wallet?.url,
    wallet: local?.wallet && LANGUAGES[language].wallet.names[local.wallet.code],
  }),
  url: ({ wallet }) => wallet?.url,
};

export const wallet: Method = {
  name: WALLET.name,
  currencies: ['BDT'],
  h2h: { type: 'local', initiate: initiateWallet },
  page: { place: 1, choices: WALLETS.map(choiceOf), waiting },
};
