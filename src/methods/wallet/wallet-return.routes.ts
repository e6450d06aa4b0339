import { Router, type Request, type Response } from 'express';
import { comeBack } from '../come-back.js';

/** Where the wallet's page sends the customer, whatever became of it. */
const walletReturn = (req: Request<{ token: string }>, res: Response) => comeBack(req, res, 'awaiting_wallet');

export const walletReturnRoutes = Router();
walletReturnRoutes.get('/wallet/return/:token', walletReturn);
walletReturnRoutes.post('/wallet/return/:token', walletReturn);
