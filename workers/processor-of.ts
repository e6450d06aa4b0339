import type { JobName } from '../src/jobs/catalogue.js';
import type { Processor } from '../src/jobs/worker.js';

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The processor of a job, from the file of its name: card-authorization.ts exports cardAuthorization.
 * @throws when there is no such file, or it exports no such function
 */
export async function processorOf(name: JobName): Promise<Processor> {
  const exported = (await import(`./${name}.js`)) as Record<string, unknown>; // a module
  const processor = exported[camelCase(name)];
  if (typeof processor !== 'function') throw new Error(`workers/${name}.ts must export ${camelCase(name)}`);
  return processor as Processor; // as its own file types it
}
