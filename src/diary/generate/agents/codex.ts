import { z } from 'zod'
import { jsonIn } from '../../../kernel/json.ts'
import { priceOfTokens } from '../../prices/cost.ts'
import { type AgentProgram, serverName } from './program.ts'

export const codexProgram: AgentProgram = {
  name: 'codex',
  help: ['exec', '--help'],
  env: {},

  command({ found, tools, server, workspace, model }) {
    const when = (flag: string) => (found.lists(flag) ? [flag] : [])
    const setting = (key: string, value: string) => ['-c', `mcp_servers.${serverName}.${key}=${value}`]
    return {
      args: [
        ...['exec', '--json', '--skip-git-repo-check'],
        ...when('--ephemeral'),
        ...when('--ignore-user-config'),
        ...['-s', 'read-only', '-C', workspace],
        ...setting('command', toml(server.command)),
        ...setting('args', toml(server.args)),
        ...setting('env', toml(server.env)),
        // Else it begins to talk while the server is still starting, and then has none of its tools.
        ...setting('required', 'true'),
        ...setting('startup_timeout_sec', '60'),
        // By name only: every user of the machine can see the command line.
        ...setting('env_vars', toml(server.inherits)),
        ...setting('enabled_tools', toml(tools)),
        ...setting('default_tools_approval_mode', toml('approve')),
        ...(model !== undefined && (found.lists('-m') || found.lists('--model')) ? ['-m', model] : []),
        '-',
      ],
      files: {},
    }
  },

  meter({ model, prices }) {
    let spent: { tokens: number | null; cost_usd: number | null } = { tokens: null, cost_usd: null }
    return {
      line(text) {
        const usage = Completed.safeParse(jsonIn(text)).data?.usage
        if (!usage) return
        const cached = usage.cached_input_tokens ?? 0
        const tokens = {
          input: Math.max(0, usage.input_tokens - cached),
          output: usage.output_tokens,
          cache_read: cached,
          cache_write: 0,
          reasoning: 0,
        }
        const cost = priceOfTokens(model, tokens, prices)
        spent = {
          tokens: (spent.tokens ?? 0) + usage.input_tokens + usage.output_tokens,
          cost_usd: cost === null ? spent.cost_usd : (spent.cost_usd ?? 0) + cost,
        }
      },
      spent: () => spent,
    }
  },
}

const Completed = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({
    input_tokens: z.number(),
    cached_input_tokens: z.number().nullish(),
    output_tokens: z.number(),
  }),
})

/** Strings, lists and tables of them; the escapes of JSON strings are those of TOML. */
function toml(value: string | readonly string[] | { [key: string]: string }): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
  if (isList(value)) return `[${value.map(toml).join(',')}]`
  return `{${Object.entries(value)
    .map(([key, text]) => `${key}=${toml(text)}`)
    .join(',')}}`
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value)
}
