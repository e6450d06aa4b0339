import { envExample } from '../config/env-example.js';

process.stdout.write(envExample());
