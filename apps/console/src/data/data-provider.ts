import simpleRestProvider from 'ra-data-simple-rest';
import { httpClientOf } from './http-client.ts';
import { request } from './request.ts';

export const dataProvider = { ...simpleRestProvider('', httpClientOf(request)), supportAbortSignal: true };
