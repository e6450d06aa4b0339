import type {
  VerificationCheck,
  VerificationPing,
  VerificationReport,
  VerificationResult,
} from '../../src/ipn/verify-endpoint.js';

const PINGS: Record<VerificationPing, string> = {
  good: 'a good ping',
  unsigned: 'without a signature',
  wrong_signature: 'with a wrong signature',
  stale: 'signed ten minutes ago',
  repeated: 'the good ping again',
};

const VERDICTS: Record<VerificationResult, string> = {
  right: 'as it should be',
  forgery_accepted: 'A FORGERY GETS THROUGH',
  good_refused: 'REFUSED, though it is ours',
  no_answer: 'NO ANSWER, so nothing is known',
};

function line({ ping, status, error, verdict }: VerificationCheck): string {
  const answer = status === null ? String(error) : `answered ${status}`;
  return `${PINGS[ping].padEnd(24)} ${answer.padEnd(16)} ${VERDICTS[verdict]}`;
}

function conclusion({ sound, checks }: VerificationReport): string {
  if (sound)
    return 'It accepts what is ours and refuses what is not. That it handles a repeated event once only it can know: keep each webhook-id.';
  if (checks.some(({ verdict }) => verdict === 'forgery_accepted'))
    return 'It accepts forged payment notices: anybody who knows its address can tell it that an order is paid. See docs/notifications.md, "What to do".';
  if (checks.some(({ verdict }) => verdict === 'no_answer'))
    return 'Without an answer nothing is known: see that the address is right and can be reached from here, then probe again.';
  return 'It does not accept what is ours: answer 2xx to every event that verifies, those of unknown types too.';
}

/** The report of a verification for people. */
export const verificationReport = (report: VerificationReport): string =>
  [report.url, ...report.checks.map(line), '', conclusion(report)].join('\n');
