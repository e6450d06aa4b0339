import type { Request, Response } from 'express';
import { config } from '../../config/index.js';

/**
 * Ends the connection of a request that is answered before all of it came, in stages (RFC 9112, section 9.6): our side
 * first, and what still comes is read and forgotten until the sender has ended, too, or REQUEST_LINGER (seconds) is
 * over. Closed at once, the connection would be reset, and the answer be lost to whoever still sends.
 */
export function answerEarly(req: Request, res: Response): void {
  if (req.complete) return;
  res.set('Connection', 'close');
  const { socket } = req;
  socket.destroySoon = () => {
    // what Node calls after the last answer of a connection
    socket.end();
    req.resume();
    const timer = setTimeout(() => socket.destroy(), config.requestLinger * 1000);
    socket.once('close', () => clearTimeout(timer));
  };
}
