import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastWords, LogFile } from './log-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'telemon-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log of a process', () => {
  it('keeps the lines of its two streams whole', () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const log = new LogFile(join(folder, 'auth.log'));
    log.follow(out);
    log.follow(err);
    out.emit('data', Buffer.from('{"msg":"one"}\n{"msg":'));
    err.emit('data', Buffer.from('a warning\n'));
    out.emit('data', Buffer.from('"two"}\n'));
    log.close();
    expect(readFileSync(join(folder, 'auth.log'), 'utf8').split('\n')).toEqual([
      '{"msg":"one"}',
      'a warning',
      '{"msg":"two"}',
      '',
    ]);
  });

  it('keeps at most three files of the maximum size', () => {
    const out = new PassThrough();
    const log = new LogFile(join(folder, 'auth.log'), 1_000);
    log.follow(out);
    for (let line = 0; line < 500; line += 1) out.emit('data', Buffer.from(`line ${line} of many\n`));
    log.close();
    expect(readdirSync(folder).sort()).toEqual(['auth.1.log', 'auth.2.log', 'auth.log']);
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file)).length).toBeLessThanOrEqual(1_000);
    expect(readFileSync(join(folder, 'auth.log'), 'utf8')).toContain('line 499 of many');
  });

  it('drops lines that cannot be written instead of failing', () => {
    const out = new PassThrough();
    const log = new LogFile(join(folder, 'gone', 'auth.log'));
    log.follow(out);
    expect(() => out.emit('data', Buffer.from('lost\n'))).not.toThrow();
    expect(lastWords(log.recentLines)).toBe('lost');
  });
});

it('the log remembers only the last run of a process, with a long backtrace', () => {
  const out = new PassThrough();
  const log = new LogFile(join(folder, 'kafka.log'));
  log.follow(out);
  out.emit('data', Buffer.from('of the run before\n'));
  log.beginRun();
  const lines = Array.from({ length: 1_000 }, (_, number) => `the backtrace's line ${number}`);
  out.emit('data', Buffer.from(`${lines.join('\n')}\n`));
  expect(log.recentLines).toEqual([...lines, '']);
});

describe('the reported reason for the end of a process', () => {
  it('is the message and the error of the last error line', () => {
    const lines = [
      '{"level":"info","msg":"ready"}',
      '{"level":"fatal","msg":"stopped","err":{"message":"no database"}}',
      '{"level":"info","msg":"closing"}',
      '',
    ];
    expect(lastWords(lines)).toBe('stopped: no database');
  });

  it('is the error of a program that failed to load', () => {
    const lines = [
      'throw new X()',
      '      ^',
      "Error [ERR_X]: Cannot find module 'a'",
      '    at y',
      'Node.js v24.21.0',
    ];
    expect(lastWords(lines)).toBe("Error [ERR_X]: Cannot find module 'a'");
  });

  it('is the full disk for MongoDB, which logs more errors after it', () => {
    const lines = [
      '{"s":"F","c":"ASSERT","msg":"Invariant failure","attr":{"expr":"a","error":"UnknownError: 28: No space left on device"}}',
      '{"s":"F","c":"ASSERT","msg":"\\n\\n***aborting after invariant() failure\\n\\n"}',
      '{"s":"I","c":"CONTROL","msg":"Shutting down"}',
    ];
    expect(lastWords(lines)).toBe('Invariant failure: UnknownError: 28: No space left on device');
  });

  it('is the full disk for MongoDB when it starts on one', () => {
    const lines = [
      '{"s":"F","c":"REPL","msg":"Caught exception during replication recovery","attr":{"error":{"code":8,"errmsg":"28: No space left on device"}}}',
      '{"s":"F","c":"CONTROL","msg":"Writing fatal message","attr":{"message":"terminate() called."}}',
    ];
    expect(lastWords(lines)).toBe(
      'Caught exception during replication recovery: 28: No space left on device',
    );
  });

  it('is the full disk for MongoDB when only its storage engine reports it', () => {
    const lines = [
      '{"s":"E","c":"WT","msg":"WiredTiger error message","attr":{"error":28,"message":{"msg":"handle-write: pwrite","error_str":"No space left on device","error_code":28}}}',
      '{"s":"F","c":"CONTROL","msg":"Writing fatal message","attr":{"message":"Got signal: 6 (Aborted).\\n"}}',
    ];
    expect(lastWords(lines)).toBe('WiredTiger error message: No space left on device');
  });

  it('is the fatal line of MongoDB', () => {
    const lines = [
      '{"s":"F","c":"CONTROL","msg":"Failed to open the key file","attr":{"error":"bad file"}}',
      '{"s":"I","c":"CONTROL","msg":"Shutting down"}',
    ];
    expect(lastWords(lines)).toBe('Failed to open the key file: bad file');
  });

  it('is the exception of Kafka', () => {
    const lines = [
      '2026-11-22 12:31:07,898 ERROR log.LogDirFailureChannel: Error while appending records',
      'java.io.IOException: No space left on device',
      '\tat java.base/java.lang.Thread.run(Thread.java:840)',
      '2026-11-22 12:31:08,006 ERROR log.LogManager: Shutdown broker because all log dirs have failed',
    ];
    expect(lastWords(lines)).toBe('java.io.IOException: No space left on device');
  });

  it('is the last line when no line is an error', () => {
    expect(lastWords(['starting', 'Segmentation fault', ''])).toBe('Segmentation fault');
  });
});
