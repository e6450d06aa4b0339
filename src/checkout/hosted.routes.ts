import { Router } from 'express';
import { apiRoute } from '../api/api-route.js';
import { status } from '../payments/status.js';
import { initiateHosted } from './initiate.js';

export const hostedRoutes = Router()
  .use(apiRoute({ path: '/payment/initiate', bucket: 'initiate', writes: true, begins: true, answer: initiateHosted }))
  .use(apiRoute({ path: '/payment/status', bucket: 'status', writes: false, answer: status }));
