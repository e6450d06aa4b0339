import type Joi from 'joi';

/** A schema of one setting, with the type of what it gives: joi's own types lose it in custom(), valid() and when(). */
export type Kind<T> = Joi.Schema & { readonly gives?: T };

/** What a kind gives. */
export type Given<K> = K extends Kind<infer T> ? T : never;
