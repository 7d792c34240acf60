// node apps/e2e/src/upgrade/make-data-folder.ts FILE.tar.gz: packs the data folder of a small installation of this version.
import { ApiClient } from '@telemon/testing/api-client';
import { WholeProduct } from '@telemon/testing/whole-product';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { furnishFormer, LOGIN_FILE } from './former-installation.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the .tar.gz file to write');
const folder = mkdtempSync(join(tmpdir(), 'telemon-former-'));
try {
  const product = await WholeProduct.startOn(folder);
  try {
    const { url, adminEmail, adminPassword, mqttPort } = product.addresses;
    const login = await furnishFormer(await ApiClient.signIn(url, adminEmail, adminPassword), mqttPort);
    writeFileSync(join(folder, LOGIN_FILE), JSON.stringify(login));
  } finally {
    await product.end();
  }
  execFileSync('tar', ['czf', resolve(file), '--exclude=./logs', '--exclude=./run', '-C', folder, '.']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
