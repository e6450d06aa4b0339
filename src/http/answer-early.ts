import type { Request, Response } from 'express';
import { config } from '../../config/index.js';
import { endWithThisAnswer } from './last-answer.js';

/**
 * Closes in stages the connection of a request that is answered before all of it has come (RFC 9112, section 9.6). Our
 * side ends first. What still comes is read and dropped until the sender ends too, or REQUEST_LINGER (seconds) is over.
 * Closed at once, the connection would be reset, and a sender that is still sending would lose the answer.
 */
export function answerEarly(req: Request, res: Response): void {
  if (req.complete) return;
  res.set('Connection', 'close');
  const { socket } = req;
  endWithThisAnswer(socket);
  socket.destroySoon = () => {
    // what Node calls after the last answer of a connection
    socket.end();
    req.resume();
    const timer = setTimeout(() => socket.destroy(), config.requestLinger * 1000);
    socket.once('close', () => clearTimeout(timer));
  };
}
