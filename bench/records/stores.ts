import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockProject } from '../../src/projects/store.ts'
import type { ExportedRecord } from '../../src/records/transfer/format.ts'
import { importRecords } from '../../src/records/transfer/import.ts'
import { makeWhole } from '../harness/whole-file.ts'
import { cacheFolder, projectRoot } from '../harness/workspace.ts'
import { openCaller } from './caller.ts'
import { type Forest, grow, treeSize } from './forest.ts'

/** The file of a store holding a forest; made on first use by the product's own import, and kept for the next run. */
export async function storeOf(forest: Forest, say: (line: string) => void): Promise<string> {
  const { children, grandchildrenEach } = forest.shape
  const name = `forest-${forest.records}-${children}x${grandchildrenEach}-`
  const file = join(cacheFolder, `${name}${sources}.db`)
  if (existsSync(file)) return file
  say(`making a store of ${forest.records} records (kept for later runs)`)
  mkdirSync(cacheFolder, { recursive: true })
  for (const old of readdirSync(cacheFolder).filter(each => each.startsWith(name))) rmSync(join(cacheFolder, old))
  const unfinished = `${file}.making`
  await plant(forest, unfinished)
  makeWhole(unfinished)
  renameSync(unfinished, file)
  return file
}

const treesPerTransaction = 100

async function plant(forest: Forest, file: string): Promise<void> {
  const caller = await openCaller(file)
  const { app } = caller
  const importBatch = (records: ExportedRecord[]) =>
    app.db.write(async tx => importRecords(tx, await lockProject(tx, 'default'), records, app.records.max_depth))
  let batch: ExportedRecord[] = []
  for (const record of grow(forest)) {
    batch.push(record)
    if (batch.length < treesPerTransaction * treeSize(forest.shape)) continue
    await importBatch(batch)
    batch = []
  }
  if (batch.length > 0) await importBatch(batch)
  // All sizes come out of the same maker; checking the smallest shows that it keeps the invariants.
  if (forest.records <= 2000) await requireSound(caller)
  await caller.close()
}

async function requireSound({ call }: Awaited<ReturnType<typeof openCaller>>): Promise<void> {
  const { ok, violations } = await call('check_records')
  if (!ok) throw new Error(`The made store breaks invariants: ${JSON.stringify(violations)}`)
}

/** Changes when whatever decides the content of a made store changes; read as the run begins, like the code itself. */
const sources = sourcesHash()

function sourcesHash(): string {
  const files = ['bench/records/forest.ts', 'bench/records/stores.ts', 'bench/harness/random.ts', 'src/records/wire.ts']
  const folders = ['src/db/migrations', 'src/records/store', 'src/records/transfer']
  const inFolders = folders.flatMap(folder => readdirSync(join(projectRoot, folder)).map(each => join(folder, each)))
  const terms = readdirSync(join(projectRoot, 'src/records')).filter(each => /^term.*(?<!\.test)\.ts$/.test(each))
  const hash = createHash('sha256')
  for (const file of [...files, ...inFolders, ...terms.map(each => `src/records/${each}`)].sort()) {
    hash.update(file).update(readFileSync(join(projectRoot, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
