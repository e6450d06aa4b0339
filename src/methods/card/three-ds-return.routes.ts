import { Router, type Request, type Response } from 'express';
import { comeBack } from '../come-back.js';

/** Where the issuer's page sends the customer when the challenge is over. */
const threeDsReturn = (req: Request<{ token: string }>, res: Response) => comeBack(req, res, 'challenged');

export const threeDsReturnRoutes = Router();
threeDsReturnRoutes.get('/3ds/return/:token', threeDsReturn);
threeDsReturnRoutes.post('/3ds/return/:token', threeDsReturn);
