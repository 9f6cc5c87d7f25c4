import { join } from 'node:path'
import { seededRandom } from '../harness/random.ts'
import { proseFrom, type Vocabulary } from './prose.ts'
import { uuid, writeSession } from './session-file.ts'

export interface Home {
  folder: string
  claude: string
  codex: string
  files: number
  bytes: number
  lines: number
  /** The largest file. */
  largest: string
}

/** Invents the transcripts of two agents over two months; the same sizes and seed give the same bytes. */
export function inventHome(
  folder: string,
  sizes: readonly number[],
  startedAt: number,
  days = 60,
  vocabulary?: Vocabulary,
): Home {
  const random = seededRandom(20_260_512)
  const prose = proseFrom(random, vocabulary)
  // As the agents themselves lay them out, so that every reader finds them.
  const home: Home = {
    folder,
    claude: join(folder, '.claude'),
    codex: join(folder, '.codex'),
    files: 0,
    bytes: 0,
    lines: 0,
    largest: '',
  }
  for (const bytes of sizes) {
    const session = uuid(random)
    const began = startedAt + Math.floor(random() * days * 86_400_000)
    const project = `part-${Math.floor(random() * 12)}`
    const format = random() < 0.6 ? 'claude-code' : 'codex'
    const path =
      format === 'codex'
        ? join(home.codex, 'sessions', rolloutPath(began, session))
        : join(home.claude, 'projects', `-srv-work-${project}`, `${session}.jsonl`)
    const written = writeSession(
      { path, format, session, cwd: `/srv/work/${project}`, startedAt: began, bytes },
      random,
      prose,
    )
    home.files++
    home.bytes += written.bytes
    home.lines += written.lines
    home.largest = path
  }
  return home
}

function rolloutPath(at: number, session: string): string {
  const instant = new Date(at).toISOString()
  return `${instant.slice(0, 10).replaceAll('-', '/')}/rollout-${instant.slice(0, 19).replaceAll(':', '-')}-${session}.jsonl`
}
