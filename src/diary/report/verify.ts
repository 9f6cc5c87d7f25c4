import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { byteOrder } from '../../transcripts/byte-order.ts'
import { Rejection } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import { spanIn } from '../workspace/line-spans.ts'
import type { Workspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject } from '../workspace/project.ts'
import { compareTurns } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'
import { copyOf } from '../workspace/transcript-copy.ts'
import { citationsWithin } from './citations-in.ts'
import type { Citation } from './schema.ts'
import { loadReport } from './slots.ts'

export interface Mismatch {
  project_key: string
  session_ref: string
  /** Null when the whole copy is not the one that prepare made. */
  turn_ref: string | null
  expected: string
  /** Null when there is nothing to read. */
  found: string | null
}

export interface Verification {
  /** Cited spans and transcript copies. */
  checked: number
  mismatches: Mismatch[]
}

/** Reads every cited span again, and every copy that the manifest of prepare knows. */
export async function verifyDay(settings: DiarySettings, workspace: Workspace): Promise<Verification> {
  const { file, parsed } = await loadReport(workspace)
  const projects = projectsOf(workspace)
  const spans = citationsWithin(file).sort(
    (one, other) => byteOrder(one.project_key, other.project_key) || compareTurns(one, other),
  )
  const mismatches: Mismatch[] = []
  for (const citation of spans) {
    const { project_key, session_ref, turn_ref, span_sha256: expected } = citation
    const found = await spanHash(settings, await projects(project_key), citation)
    if (found !== expected) mismatches.push({ project_key, session_ref, turn_ref, expected, found })
  }
  const copies = await manifestCopies(settings, parsed.report_date)
  for (const {
    workspace_project_key: project_key,
    workspace_session_path,
    workspace_checksum_sha256: expected,
  } of copies) {
    const project = await projects(project_key)
    const row = project?.rows.find(({ session_path }) => session_path === workspace_session_path)
    const found = project && row ? await fileHash(project, row) : null
    if (found === expected) continue
    mismatches.push({
      project_key,
      session_ref: row?.session_ref ?? workspace_session_path,
      turn_ref: null,
      expected,
      found,
    })
  }
  return { checked: spans.length + copies.length, mismatches }
}

function projectsOf(workspace: Workspace): (key: string) => Promise<DiaryProject | undefined> {
  const known = new Map<string, Promise<DiaryProject | undefined>>()
  return key => {
    const project = known.get(key) ?? orNull(loadProject(workspace, key)).then(found => found ?? undefined)
    known.set(key, project)
    return project
  }
}

async function spanHash(
  settings: DiarySettings,
  project: DiaryProject | undefined,
  { session_ref, lines }: Citation,
): Promise<string | null> {
  const row = project?.rows.find(each => each.session_ref === session_ref)
  const span = spanIn(lines)
  if (!project || !row || !span) return null
  return orNull(
    withTranscript(settings, project, row, async transcript =>
      span.end <= transcript.last ? transcript.spanHash(span.start, span.end) : null,
    ),
  )
}

const Manifest = z.object({
  sessions: z.array(
    z.object({
      workspace_project_key: z.string(),
      workspace_session_path: z.string(),
      workspace_checksum_sha256: z.string(),
    }),
  ),
})

async function manifestCopies({ root }: DiarySettings, day: string): Promise<z.output<typeof Manifest>['sessions']> {
  const stored = await readObject(join(root, 'private', day, 'audit.manifest.json'))
  const manifest = Manifest.safeParse(stored.state === 'read' ? stored.value : undefined)
  return manifest.success ? manifest.data.sessions : []
}

async function fileHash(project: DiaryProject, row: DiaryProject['rows'][number]): Promise<string | null> {
  const path = await orNull(copyOf(project, row))
  if (!path) return null
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}

/** What is refused because it is not there or broken is a finding here, not a fault. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Rejection) return null
    throw error
  }
}
