import { join } from 'node:path'
import { z } from 'zod'
import { ifExists } from '../../files/if-exists.ts'
import { replaceFiles, sweepTemporary } from '../../files/replace.ts'
import { sha256, sha256OfFile } from '../../files/sha256.ts'
import type { Workspace } from '../workspace/open.ts'
import { type Provenance, readProvenance, recordProvenance } from '../workspace/provenance.ts'
import { reportFiles } from '../workspace/swap.ts'

export interface NewReportFile {
  name: (typeof reportFiles)[number]
  bytes: string
}

/** Replaces files of a day's report, and notes their hashes first, so that what is changed afterwards can be told. */
export async function writeReportFiles(
  workspace: Workspace,
  now: number,
  files: readonly NewReportFile[],
  writer: Pick<Provenance, 'by' | 'operation' | 'project_key'>,
): Promise<void> {
  const { root } = workspace
  await sweepTemporary(root)
  const hashes = Object.fromEntries(files.map(({ name, bytes }) => [name, sha256(bytes)]))
  await replaceFiles(
    files.map(({ name, bytes }) => ({ path: join(root, name), bytes })),
    () => recordProvenance(workspace, now, [{ ...writer, files: hashes }]),
  )
}

export const ReportFile = z.object({
  name: z.string(),
  verdict: z
    .enum(['unchanged', 'changed', 'unknown'])
    .describe('Beside what Daybook wrote; unknown where an earlier version wrote it, which kept no hashes'),
})
export type ReportFile = z.output<typeof ReportFile>

/** Whether the files that are there of a day's report are what Daybook wrote; its views may be missing, since slots come before them. */
export async function checkReportFiles(workspace: Workspace): Promise<ReportFile[]> {
  const lines = await readProvenance(workspace)
  const checked = reportFiles.map(async (name): Promise<ReportFile[]> => {
    const found = await ifExists(sha256OfFile(join(workspace.root, name)))
    if (found === undefined) return []
    // Any line will do: a write that was interrupted has noted its hashes and left the file of the one before.
    const written = new Set(lines.flatMap(({ files }) => files?.[name] ?? []))
    if (written.size === 0) return [{ name, verdict: 'unknown' }]
    return [{ name, verdict: written.has(found) ? 'unchanged' : 'changed' }]
  })
  return (await Promise.all(checked)).flat()
}
