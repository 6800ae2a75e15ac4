import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  version: number;
  name: string;
  file: string;
  text: string;
  checksum: string;
}

const pattern = /^(\d{6})_([a-z0-9_-]+)\.sql$/;

const read = async (folder: string, file: string): Promise<MigrationFile> => {
  const [, digits, name] = pattern.exec(file) ?? [];
  if (digits === undefined || name === undefined) {
    throw new Error(`${join(folder, file)}: a migration is named NNNNNN_name.sql`);
  }
  // A checkout on Windows may change line endings. That does not count as a change of the migration.
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
  return {
    version: Number(digits),
    name,
    file,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  };
};

export const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(files.map((file) => read(folder, file)));
  const twin = migrations.find(({ version }, index) => migrations[index - 1]?.version === version);
  if (twin !== undefined) throw new Error(`${join(folder, twin.file)}: its number is used twice`);
  return migrations;
};
