import type { MadeBackup } from '../../backup/make-backup.ts'
import type { Manifest } from '../../backup/manifest.ts'
import type { Restored } from '../../backup/restore.ts'
import { loadSettings, settingsWithout } from '../../config.ts'
import { isPostgres } from '../../db/db.ts'
import type { Verified } from '../../home/verified.ts'
import { formatSize, sum } from '../../kernel/numbers.ts'
import { version } from '../../kernel/version.ts'
import { command } from './command-line.ts'
import { reportFailure } from './failure.ts'
import { ownerVerb } from './parts.ts'
import { withProgress } from './progress.ts'
import { inStore, reportThrown } from './store.ts'
import { type Terminal, terminal } from './terminal.ts'

export const backup = ownerVerb(undefined, {
  summary: 'everything the home and the database hold, into one new file, while Daybook runs',
  own: { '<file>': 'a file that does not exist yet' },
  async ask({ app, settings }, _, { file }) {
    const { makeBackup } = await import('../../backup/make-backup.ts')
    return withProgress(progress => makeBackup({ app, settings, env: process.env, version, file, progress }))
  },
  json: backupFacts,
  show: showBackup,
})

/** The exit code of a verification that found a mismatch. */
const mismatchExit = 7

export const restore = command({
  summary: 'a backup into an empty home, checked before it is put in place and verified after',
  own: {
    '<file>': '',
    replace: 'move what is in the home aside; stop every Daybook program first',
    'db <url>': 'PostgreSQL URL or SQLite file',
    json: 'print the result as JSON',
  },
  run: restoreFile,
})

/** The store is opened only when everything is in place, so failures are reported here. */
async function restoreFile({ file, ...options }: RestoreOptions): Promise<number> {
  const { restoreBackup } = await import('../../backup/restore.ts')
  const { verifyRestored } = await import('../../backup/restore.ts')
  try {
    const { home, location } = settingsWithout(options, process.env)
    const named = options.db || process.env.DAYBOOK_DB ? location : undefined
    const replace = Boolean(options.replace)
    const restored = await withProgress(progress =>
      restoreBackup({ file, home, location: named, replace, now: new Date(), progress }),
    )
    return await inStore({ ...options, db: restored.location }, async app => {
      const verified = await withProgress(progress => verifyRestored(app, progress))
      const page = terminal()
      if (options.json) page.json(restoredFacts(restored, verified))
      else showRestored(restored, verified, page)
      if (loadSettings({}, process.env).location !== restored.location) {
        page.note('Without --db this home uses another database: set DAYBOOK_DB, or db in config.json.')
      }
      return verified.ok ? 0 : mismatchExit
    })
  } catch (error) {
    return reportThrown(error, Boolean(options.json), { toolset: 'records', report: reportFailure })
  }
}

interface RestoreOptions {
  file: string
  db?: string
  json?: true
  replace?: true
}

function backupFacts({ file, bytes, manifest }: MadeBackup) {
  const { created, engine, schema, files, outside, left_out } = manifest
  const contents = { files: files.length, content_bytes: contentOf(manifest) }
  return { file, bytes, created, engine, schema, ...contents, outside, left_out }
}

function restoredFacts({ manifest, location, kept }: Restored, verified: Verified) {
  const { created, engine, files, outside, left_out } = manifest
  // A URL holds a password.
  const database = isPostgres(location) ? 'postgres' : location
  return { created, engine, database, files: files.length, kept, outside, left_out, verified }
}

function showBackup({ file, bytes, manifest }: MadeBackup, page: Terminal): void {
  page.table([
    ['backup', file],
    ['size', `${formatSize(bytes)}, of ${manifest.files.length} files with ${formatSize(contentOf(manifest))}`],
    ['database', `${manifest.engine}, schema ${manifest.schema}`],
  ])
  noteMissing(manifest, page)
  page.note('It holds keys and transcripts: keep it where only you can read it.')
}

function showRestored({ manifest, kept }: Restored, verified: Verified, page: Terminal): void {
  const restored = `${manifest.files.length} files of ${manifest.created}, every hash as in the backup`
  page.table([['restored', restored], ...verified.rows.map(({ check, found }) => [check, found])])
  if (kept) page.note(`What was in the home before is in ${kept}.`)
  noteMissing(manifest, page)
  page.note(
    verified.ok ? 'Everything verifies.' : 'Something does not verify. Keep the backup and look: daybook verify',
  )
}

function noteMissing({ outside, left_out }: Manifest, page: Terminal): void {
  for (const { what, path, project } of outside) {
    const whose = project === undefined ? what : `${what} of ${project}`
    page.note(`Not in the backup, because it is outside the home: ${whose}, ${path}`)
  }
  for (const { name, why } of left_out) page.note(`Not in the backup, ${why}: ${name}`)
}

function contentOf({ files }: Manifest): number {
  return sum(files.map(({ bytes }) => bytes))
}
