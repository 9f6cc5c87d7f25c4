import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { assetsFolder } from '../app.ts'
import { instantOf } from '../diary/dates/zone.ts'
import { formatInstant } from '../kernel/instants.ts'

interface SampleFile {
  source: 'claude-code' | 'codex'
  /** Below the transcript home, as the agent would have named it. */
  path: string
  text: string
}

/**
 * The transcripts of an invented week. The files hold times of a wall clock in February 2025, which become instants of
 * this time zone in the week that ends on this day; so do the days in the names of files.
 */
export async function sampleTranscripts(timezone: string, last: string): Promise<SampleFile[]> {
  const files = await Promise.all((['claude-code', 'codex'] as const).map(source => filesOf(source, timezone, last)))
  return files.flat()
}

/** The last day of the week in the files. */
const written = Date.parse('2025-02-14')

async function filesOf(source: SampleFile['source'], timezone: string, last: string): Promise<SampleFile[]> {
  const later = Date.parse(last) - written
  const moved = (day: string) => new Date(Date.parse(day) + later).toISOString().slice(0, 10)
  const folder = join(assetsFolder(), 'sample', 'transcripts', source)
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.jsonl')).sort()
  return Promise.all(
    paths.map(async path => {
      const text = (await readFile(join(folder, path), 'utf8'))
        .replaceAll('{{pasted token}}', pastedToken)
        .replace(/(?<="timestamp":")[^"]+Z/g, wall => formatInstant(instantOf(Date.parse(wall) + later, timezone)))
      const name = path
        .split(sep)
        .join('/')
        .replace(/\d{4}\/\d\d\/\d\d/, day => moved(day.replaceAll('/', '-')).replaceAll('-', '/'))
        .replace(/\d{4}-\d\d-\d\d/, moved)
      return { source, path: name, text }
    }),
  )
}

// It looks like a token without being one, to show how reports leave it out. It is kept in parts here and out of the
// files, so that no scanner takes it for a real one.
const pastedToken = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')
