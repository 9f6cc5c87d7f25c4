import { z } from 'zod'
import { DateArgument, name } from '../../arguments.ts'
import { reject } from '../../rejection.ts'
import type { Chain } from '../../schema.ts'
import type { DiarySettings } from '../../settings.ts'
import { type Assignment, assignmentOf } from '../../workspace/assignment.ts'
import { readWorkspace } from '../../workspace/open.ts'
import { progressOf } from '../../workspace/progress.ts'
import { loadProject, loadProjects, rowOf } from '../../workspace/project.ts'
import { diaryPrompt } from './diary-prompt.ts'
import { chainRules, dataNotInstruction, dateRule, languageRule, meaningsOfChainValues, numberRules } from './rules.ts'

const Arguments = z.strictObject({
  date: DateArgument.optional(),
  project_key: name('ledger-d7579830878a').describe('Else the first project with a turn to do').optional(),
  session_ref: name('S0001').describe('Else the first session with a turn to do').optional(),
  turn_ref: name('T0001').describe('Else the next turn without a chain').optional(),
})

export const extractEvidence = diaryPrompt({
  name: 'extract_evidence',
  summary: 'Read one turn of a transcript and write its evidence chain.',
  arguments: Arguments,
  async render({ date, project_key, session_ref, turn_ref }, ctx) {
    const assignment = await readWorkspace(ctx, date, async workspace => {
      const projects =
        project_key === undefined ? await loadProjects(workspace) : [await loadProject(workspace, project_key)]
      for (const project of projects) {
        if (session_ref !== undefined && project_key !== undefined) rowOf(project, session_ref)
        const { unextracted } = await progressOf(project)
        const turn = unextracted.find(
          each =>
            (session_ref === undefined || each.session_ref === session_ref) &&
            (turn_ref === undefined || each.turn_ref === turn_ref),
        )
        if (turn) return assignmentOf(ctx.diary, project, turn)
      }
      return turn_ref === undefined ? undefined : nothingThere()
    })
    return extractEvidenceText(ctx.diary, { date, assignments: assignment ? [assignment] : [] })
  },
})

function nothingThere(): never {
  return reject(
    'turn_ref',
    'the turn is not indexed or has its chain already',
    'leave turn_ref out to get the next one',
  )
}

interface Extraction {
  date?: string | undefined
  assignments: readonly Assignment[]
  /** The writer is given these turns only and does not look for others. */
  only?: boolean
}

/** The whole prompt for one or several turns. */
export function extractEvidenceText(
  { contentLanguage }: Pick<DiarySettings, 'contentLanguage'>,
  { date, assignments, only = false }: Extraction,
): string {
  const afterwards = only
    ? 'Do every assigned turn in order, then stop; leave other turns alone.'
    : 'Then call diary_next with phase "evidence" and repeat with the item it gives, or stop when it gives none or when you were asked for one turn only.'
  return [
    '# Extract evidence',
    `Turn what an agent did in one turn into one evidence chain, from the lines of its transcript alone.\n${dataNotInstruction}`,
    '## Assignment',
    assignments.length > 0
      ? assignments.map(assignmentText).join('\n\n')
      : 'No turn lacks a chain here. Call diary_next to see what is left; stop when its phase is not "evidence".',
    '## Reading',
    numberRules([
      'Read only through read_session_lines. Open no file and run no command.',
      'Read the whole span first, in compact mode, from the first line to the last; at most 2000 lines fit one call.',
      'Use mode "full" only on the full_lines named above and on narrow ranges of a few lines that you can name and whose compact record leaves out what you need.',
      'Lines outside the span may be read as context. They are never cited.',
      ...dateRule(date),
    ]),
    '## The chain',
    numberRules([...chainRules, ...languageRule(contentLanguage)]),
    `The values:\n${meaningsOfChainValues}`,
    `One complete chain, for an invented turn over lines ${exampleSpan.start}-${exampleSpan.end}:\n\`\`\`json\n${JSON.stringify(exampleChain, null, 1)}\n\`\`\``,
    '## Writing',
    numberRules([
      'Write one chain per turn, then call write_evidence with project_key, session_ref, span_sha256 and evidence_chain.',
      'When the answer is "invalid", correct the chain from its errors and call again. Never invent a line, a quote or a result to get it through; leave the claim out instead.',
      afterwards,
    ]),
  ].join('\n\n')
}

function assignmentText({ project_key, session_ref, turn_ref, start_line, end_line, ...rest }: Assignment): string {
  return [
    `- project_key: ${project_key}`,
    `- session_ref: ${session_ref}`,
    `- turn_ref: ${turn_ref}`,
    `- lines: ${start_line}-${end_line}`,
    `- span_sha256: ${rest.span_sha256}`,
    `- full_lines: ${rest.full_lines.join(', ') || 'none'}`,
  ].join('\n')
}

/** A whole chain as an extractor would write it for an invented turn over lines 40 to 58. */
export const exampleChain: Chain = {
  turn_ref: 'T0003',
  trigger: {
    type: 'explicit_user_message',
    summary: 'User asked for a retry limit on uploads.',
    quoted_messages: [
      {
        text: 'Uploads hang when the server is down. Give up after three tries and tell the user.',
        citations: [{ lines: '40-40' }],
      },
    ],
    citations: [{ lines: '40-40' }],
  },
  agent_reactions: [
    { summary: 'Read src/upload.ts and found a loop without a limit.', citations: [{ lines: '42-45' }] },
    { summary: 'Limited the loop to three tries and added a message.', citations: [{ lines: '46-49' }] },
    {
      summary: 'Ran the tests twice, changing one test in between.',
      citations: [{ lines: '50-51' }, { lines: '54-56' }],
    },
  ],
  outcomes: [
    {
      category: 'code_outcome',
      summary: 'src/upload.ts gives up after three tries and shows a message.',
      citations: [{ lines: '46-49' }],
    },
    {
      category: 'validation_outcome',
      summary: 'The last test run reports 18 passed and 0 failed.',
      citations: [{ lines: '55-56' }],
    },
  ],
  observed_checks: [
    { type: 'test_output', summary: '`npm test`: 17 passed, 1 failed.', citations: [{ lines: '50-51' }] },
    { type: 'test_output', summary: '`npm test`: 18 passed, 0 failed.', citations: [{ lines: '55-56' }] },
  ],
  terminal_state: {
    type: 'material_result',
    summary: 'The agent reported the limit and the passing tests.',
    citations: [{ lines: '58-58' }],
  },
  materiality: 'material',
}

/** The span of the example's turn. */
export const exampleSpan = { start: 40, end: 58 }
