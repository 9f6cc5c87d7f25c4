import { type MadeBackup, makeBackup } from '../../backup/make-backup.ts'
import type { Manifest } from '../../backup/manifest.ts'
import { type Restored, restoreBackup } from '../../backup/restore.ts'
import { type Verified, verifyRestored } from '../../backup/verify-restored.ts'
import { loadSettings, settingsWithout } from '../../config.ts'
import { isPostgres } from '../../db/location.ts'
import { failureOf } from '../../invoke.ts'
import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { BackupOptions } from './backup.ts'
import { reportFailure } from './failure.ts'
import { jsonText } from './json.ts'
import { ProgressLine } from './progress-line.ts'
import { rows } from './rows.ts'
import { inStore } from './store.ts'
import { type Terminal, terminal } from './terminal.ts'
import { version } from './version.ts'
import { visible } from './visible.ts'

/** One table of exit codes for all parts: a verification that found a mismatch. */
const mismatch = 7

export function backUp(file: string, options: BackupOptions): Promise<number> {
  return inStore(options, async (app, settings) => {
    const line = new ProgressLine(process.stderr)
    const progress = line.show.bind(line)
    const made = await makeBackup({ app, settings, env: process.env, version, file, progress }).finally(() =>
      line.end(),
    )
    const page = terminal()
    if (options.json) page.line(jsonText(backupFacts(made), page.columns !== undefined))
    else showBackup(made, page)
    return 0
  })
}

/** The store is opened only when everything is in place, so failures are told here. */
export async function restore(file: string, options: BackupOptions): Promise<number> {
  const line = new ProgressLine(process.stderr)
  const progress = line.show.bind(line)
  try {
    const { home, location } = settingsWithout(options, process.env)
    const named = options.db || process.env.DAYBOOK_DB ? location : undefined
    const replace = Boolean(options.replace)
    const restored = await restoreBackup({ file, home, location: named, replace, now: new Date(), progress })
    return await inStore({ ...options, db: restored.location }, async (app, settings) => {
      const verified = await verifyRestored(app, settings, process.env, progress).finally(() => line.end())
      const page = terminal()
      if (options.json) page.line(jsonText(restoredFacts(restored, verified), page.columns !== undefined))
      else showRestored(restored, verified, page)
      if (loadSettings({}, process.env).location !== restored.location) {
        page.note('Without --db this home uses another database: set DAYBOOK_DB, or db in config.json.')
      }
      return verified.ok ? 0 : mismatch
    })
  } catch (thrown) {
    line.end()
    const error = asDiskFault(thrown)
    if (!options.json || !(error instanceof Fault)) return reportFailure(error)
    process.stderr.write(`${jsonText(failureOf('records', error), Boolean(process.stderr.isTTY))}\n`)
    return faultTable[error.code].exit
  }
}

function backupFacts({ file, bytes, manifest }: MadeBackup) {
  const { created, engine, schema, files, outside, left_out } = manifest
  return {
    file,
    bytes,
    created,
    engine,
    schema,
    files: files.length,
    content_bytes: contentOf(manifest),
    outside,
    left_out,
  }
}

function restoredFacts({ manifest, location, kept }: Restored, verified: Verified) {
  const { created, engine, files, outside, left_out } = manifest
  // A URL holds a password.
  const database = isPostgres(location) ? 'postgres' : location
  return { created, engine, database, files: files.length, kept, outside, left_out, verified }
}

function showBackup({ file, bytes, manifest }: MadeBackup, page: Terminal): void {
  page.data(
    rows(
      [
        ['backup', file],
        ['size', `${megabytes(bytes)}, of ${manifest.files.length} files with ${megabytes(contentOf(manifest))}`],
        ['database', `${manifest.engine}, schema ${manifest.schema}`],
      ],
      page,
    ),
  )
  tellMissing(manifest, page)
  page.note('It holds keys and transcripts: keep it where only you can read it.')
}

function showRestored({ manifest, kept }: Restored, verified: Verified, page: Terminal): void {
  const { records, rooms, diary, archive } = verified
  const days = `${diary.days} days, ${diary.reports} reports, ${diary.spans} spans and copies checked`
  page.data(
    rows(
      [
        ['restored', `${manifest.files.length} files of ${manifest.created}, every hash as in the backup`],
        ['records', `${records.records} in ${records.projects} projects, ${found(records.violations, 'violations')}`],
        ...rooms.map(({ project, status, receipts }) => [`room ${project}`, roomText(status, receipts)]),
        ['diary', `${days}, ${found(diary.mismatches, 'mismatches')}`],
        ['archive', archive ? `${archive.transcripts} transcripts, ${found(archive.damaged, 'damaged')}` : 'none'],
      ],
      page,
    ),
  )
  if (kept) page.note(`What was in the home before is in ${visible(kept)}.`)
  tellMissing(manifest, page)
  page.note(
    verified.ok ? 'Everything verifies.' : 'Something does not verify. Keep the backup and look: daybook doctor',
  )
}

function tellMissing({ outside, left_out }: Manifest, page: Terminal): void {
  for (const { what, path, project } of outside) {
    const whose = project === undefined ? what : `${what} of ${project}`
    page.note(`Not in the backup, because it lies outside the home: ${visible(whose)}, ${visible(path)}`)
  }
  for (const { name, why } of left_out) page.note(`Not in the backup, ${why}: ${visible(name)}`)
}

function roomText(status: Verified['rooms'][number]['status'], receipts: number): string {
  if (status === 'ok') return `${receipts} receipts verify`
  if (status === 'absent') return 'its folder is not here; bring it back, then: daybook room init <dir>'
  return status === 'tampered' ? 'does not verify: daybook room verify' : 'a key is missing'
}

function found(count: number, what: string): string {
  return count === 0 ? `no ${what}` : `${count} ${what}`
}

function contentOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
