import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPrices, type PriceTable } from '../../prices/price-table.ts'
import { loadReport } from '../../report/slots.ts'
import { assignmentOf } from '../../workspace/assignment.ts'
import { progressOf } from '../../workspace/progress.ts'
import { loadProject, turnsOf } from '../../workspace/project.ts'
import type { EvidenceTask, Mode, Producer, TaskContext } from '../producer.ts'
import { extractEvidenceText } from '../prompts/extract-evidence.ts'
import { narrateDayText } from '../prompts/narrate-day.ts'
import { synthesizeProjectText } from '../prompts/synthesize-project.ts'
import type { Attempt } from '../run.ts'
import { claudeProgram } from './claude.ts'
import { codexProgram } from './codex.ts'
import { type AgentProgram, serverEntry } from './program.ts'
import { type FoundProgram, findProgram, runProgram } from './run-program.ts'

/** The user's own Claude Code, driven by the prompts. */
export const claude: Mode = modeOf(claudeProgram, 'Claude Code', 'Anthropic or whatever service it is set up for')
/** The user's own Codex, driven by the prompts. */
export const codex: Mode = modeOf(codexProgram, 'Codex', 'OpenAI or whatever service it is set up for')

const tools = {
  evidence: ['read_session_lines', 'write_evidence', 'diary_next'],
  synthesis: ['diary_chains', 'write_work_item', 'diary_next'],
  narration: [
    'diary_report',
    'diary_chains',
    'write_project_summary',
    'write_report_title',
    'write_engagement',
    'write_team_learning',
  ],
} as const

function modeOf(program: AgentProgram, title: string, service: string): Mode {
  return {
    name: program.name,
    sends: `The compact records of the transcripts of the day go through your ${title} to ${service}.`,
    async open({ diary }) {
      const found = await findProgram(program.name, diary.bin[program.name], program.help, diary.environment.env)
      return agentProducer(program, found, await loadPrices(diary))
    },
  }
}

function agentProducer(program: AgentProgram, found: FoundProgram, prices: PriceTable): Producer {
  const { name } = program
  return {
    name,
    inProcess: false,
    silence: {
      message: `${name} ended three times without writing anything that was accepted`,
      hint: `look whether ${name} is signed in and may call the MCP tools of daybook; run it once by hand`,
    },
    evidence: async (task, ctx) => converse(ctx, tools.evidence, await evidencePrompt(task, ctx)),
    async synthesis({ project_key }, ctx) {
      const progress = await progressOf(await loadProject(ctx.workspace, project_key))
      return converse(ctx, tools.synthesis, synthesizeProjectText(ctx.diary, { progress }))
    },
    async narration(ctx) {
      const { parsed } = await loadReport(ctx.workspace)
      const projects = parsed.projects.map(({ project_key }) => project_key)
      return converse(ctx, tools.narration, narrateDayText(ctx.diary, { projects }))
    },
  }

  /** One fresh conversation, from its prompt to the end of the program. */
  async function converse(ctx: TaskContext, allowed: readonly string[], prompt: string): Promise<Attempt> {
    const { workspace, diary, signal, budgetLeftUsd } = ctx
    const folder = await mkdtemp(join(tmpdir(), 'daybook-agent-'))
    try {
      const model = diary.agentModel
      const server = serverEntry(ctx, name)
      const { args, files } = program.command({
        found,
        tools: allowed,
        server,
        folder,
        workspace: workspace.root,
        budgetLeftUsd,
        model,
      })
      for (const [path, text] of Object.entries(files)) await writeFile(path, text, { mode: 0o600, flag: 'wx' })
      const meter = program.meter({ model, prices })
      const { path } = found
      const { graceMs } = diary
      const env = { ...withoutOuterAgent(diary.environment.env), ...program.env }
      const code = await runProgram({ path, args, cwd: workspace.root, env, prompt, line: meter.line, signal, graceMs })
      return { ...meter.spent(), problem: problemOf(code, signal) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  function problemOf(code: number | null, signal: AbortSignal): string | null {
    if (signal.aborted) return `${name} was stopped`
    if (code === null) return `${name} could not be run to its end`
    return code === 0 ? null : `${name} ended with exit code ${code}`
  }
}

async function evidencePrompt({ project_key, session_ref, turns }: EvidenceTask, ctx: TaskContext): Promise<string> {
  const project = await loadProject(ctx.workspace, project_key)
  const wanted = new Set(turns.map(({ turn_ref }) => turn_ref))
  const assignments = []
  for (const turn of turnsOf(project)) {
    if (turn.session_ref !== session_ref || !wanted.has(turn.turn_ref)) continue
    assignments.push(await assignmentOf(ctx.diary, project, turn))
  }
  return extractEvidenceText(ctx.diary, { assignments, only: true })
}

/** Run from inside an agent, the program would take itself for a part of that one. */
function withoutOuterAgent(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { CLAUDECODE: _, CLAUDE_CODE_ENTRYPOINT: __, ...rest } = env
  return rest
}
