import { z } from 'zod'
import { verdicts } from '../../evidence/evidence.ts'
import { text } from '../../kernel/text.ts'
import { findProject, visibleProjects } from '../../projects/store.ts'
import { projectOperation, recordsOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { citationsBelow } from '../naming.ts'
import { evidenceEntry, ProjectRef } from '../schema.ts'

const { kind, ref, lines, sha256 } = evidenceEntry().shape

export const showEvidence = projectOperation({
  name: 'show_evidence',
  audience: 'people',
  summary: 'What a cited place holds now, whether that is what was cited, and the hash to cite it with.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    project_id: ProjectRef.optional(),
    kind: kind.meta({ examples: ['file'] }),
    ref: ref
      .describe('A path, commit:<hash>, issue:<number>, a receipt id, or diary:<date>/<project_key>/<ref>')
      .meta({ examples: ['README.md'] }),
    lines,
    sha256,
  }),
  output: z.object({
    evidence: evidenceEntry().describe('As it can be cited now'),
    verdict: z.enum(verdicts).describe('unchecked where no hash was given to compare with'),
    text: z
      .string()
      .nullable()
      .describe('Of a work item its title. Null where there is no text, or the caller may not see it'),
    cut: z.boolean(),
  }),
  find: findByProject,
  async run({ project_id: _, ...given }, { project, call, ...ctx }) {
    const verdict = await ctx.checkEvidence(given, project, call)
    const now = await ctx.readEvidence(given, project, call)
    const { sha256: cited = now?.sha256, ...place } = given
    return {
      evidence: { ...place, ...(cited !== undefined && { sha256: cited }) },
      verdict,
      text: now?.text ?? null,
      cut: now?.cut ?? false,
    }
  },
})

export const citedBy = recordsOperation({
  name: 'cited_by',
  audience: 'people',
  summary: 'The records that cite a place as evidence, or anything below it; the 200 changed last.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({
    place: text({ max: 4096, oneLine: true })
      .describe('As evidence names it, or its beginning up to a slash: diary:2026-05-12')
      .meta({ examples: ['diary:2026-05-12'] }),
    project_id: ProjectRef.optional().describe('Only records of this project'),
  }),
  output: z.object({
    citations: z.array(
      z.object({
        evidence: evidenceEntry(),
        record: z.object({
          id: z.string(),
          project_id: z.string(),
          type: z.string(),
          title: z.string(),
          state: z.string(),
          superseded_by: z.string().optional(),
        }),
      }),
    ),
  }),
  async run({ place, project_id }, { db, call }) {
    return db.read(async tx => {
      const projects = project_id === undefined ? visibleProjects(tx, call) : [await findProject(tx, call, project_id)]
      const ids = (await projects).map(({ id }) => id)
      return { citations: await citationsBelow(tx, place, ids) }
    })
  },
})
