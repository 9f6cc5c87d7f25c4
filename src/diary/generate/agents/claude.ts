import { join } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../../kernel/json.ts'
import { type AgentProgram, serverName } from './program.ts'

/** What Claude Code could otherwise do by itself, for versions without an option for having no tools. */
const ownTools = [
  'Agent',
  'Bash',
  'BashOutput',
  'Edit',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'KillShell',
  'LS',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'Read',
  'Skill',
  'SlashCommand',
  'Task',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
]

const maxTurns = 60

export const claudeProgram: AgentProgram = {
  name: 'claude',
  help: ['--help'],
  // Newer versions begin to talk while their servers are still starting, and then have no tool at all.
  env: { MCP_CONNECTION_NONBLOCKING: '0', MCP_CONNECT_TIMEOUT_MS: '60000', MCP_TIMEOUT: '60000' },

  command({ found, tools, server, folder, budgetLeftUsd, model }) {
    const { command, args, env } = server
    const config = join(folder, 'mcp.json')
    const when = (flag: string, ...values: string[]) => (found.lists(flag) ? [flag, ...values] : [])
    const withoutTools = found.lists('--tools') ? ['--tools', ''] : ['--disallowedTools', ownTools.join(',')]
    return {
      args: [
        ...['-p', '--output-format', 'stream-json', '--verbose'],
        ...['--mcp-config', config],
        ...when('--strict-mcp-config'),
        ...['--allowedTools', tools.map(tool => `mcp__${serverName}__${tool}`).join(',')],
        ...withoutTools,
        ...when('--no-session-persistence'),
        ...when('--max-turns', String(maxTurns)),
        ...(budgetLeftUsd === null ? [] : when('--max-budget-usd', budgetLeftUsd.toFixed(4))),
        ...(model === undefined ? [] : when('--model', model)),
      ],
      files: {
        [config]: JSON.stringify({
          mcpServers: { [serverName]: { type: 'stdio', alwaysLoad: true, command, args, env } },
        }),
      },
    }
  },

  meter() {
    let tokens: number | null = null
    let cost_usd: number | null = null
    return {
      line(text) {
        const result = Result.safeParse(jsonIn(text)).data
        if (!result) return
        cost_usd = result.total_cost_usd ?? null
        const { usage } = result
        tokens = usage ? Object.values(usage).reduce<number>((sum, count) => sum + (count ?? 0), 0) : null
      },
      spent: () => ({ tokens, cost_usd }),
    }
  },
}

const Count = z.number().nullish()

const Result = z.object({
  type: z.literal('result'),
  total_cost_usd: z.number().nullish(),
  usage: z
    .object({
      input_tokens: Count,
      cache_creation_input_tokens: Count,
      cache_read_input_tokens: Count,
      output_tokens: Count,
    })
    .nullish(),
})
