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

/** The transcripts of an invented week. The files hold times of a wall clock, which become instants of this time zone. */
export async function sampleTranscripts(timezone: string): Promise<SampleFile[]> {
  const files = await Promise.all((['claude-code', 'codex'] as const).map(source => filesOf(source, timezone)))
  return files.flat()
}

async function filesOf(source: SampleFile['source'], timezone: string): Promise<SampleFile[]> {
  const folder = join(assetsFolder(), 'sample', 'transcripts', source)
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.jsonl')).sort()
  return Promise.all(
    paths.map(async path => {
      const text = (await readFile(join(folder, path), 'utf8'))
        .replaceAll('{{pasted token}}', pastedToken)
        .replace(/(?<="timestamp":")[^"]+Z/g, wall => formatInstant(instantOf(Date.parse(wall), timezone)))
      return { source, path: path.split(sep).join('/'), text }
    }),
  )
}

// It looks like a token without being one, to show how reports leave it out. It is kept in parts here and out of the
// files, so that no scanner takes it for a real one.
const pastedToken = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')
