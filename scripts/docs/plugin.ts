import { readFileSync } from 'node:fs'
import { commandNames, skillText } from '../../src/chat-clients/commands.ts'
import { hookGroups } from '../../src/chat-clients/hook-events.ts'
import type { Page } from './pages.ts'

const { name, version, description, license } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The plugin for Claude Code and Codex: one folder that both read, and the list of plugins that each looks for. */
export function pluginFiles(): Page[] {
  const author = { name: 'Daybook' }
  const about = { name, version, description, author, license }
  const hooks = Object.fromEntries(hookGroups(name).map(([event, group]) => [event, [group]]))
  const interfaceOf = { displayName: 'Daybook', shortDescription: description, category: 'Productivity' }
  return [
    file('.claude-plugin/marketplace.json', {
      name,
      description,
      owner: author,
      plugins: [{ name, source: './assets/plugin', description }],
    }),
    file('.agents/plugins/marketplace.json', {
      name,
      interface: { displayName: 'Daybook' },
      plugins: [
        {
          name,
          source: { source: 'local', path: './assets/plugin' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Productivity',
        },
      ],
    }),
    file('assets/plugin/.claude-plugin/plugin.json', about),
    file('assets/plugin/.codex-plugin/plugin.json', {
      ...about,
      skills: './skills/',
      mcpServers: './.mcp.json',
      hooks: './hooks/hooks.json',
      interface: interfaceOf,
    }),
    file('assets/plugin/.mcp.json', { mcpServers: { [name]: { command: name, args: ['mcp', '--toolsets', 'core'] } } }),
    file('assets/plugin/hooks/hooks.json', { hooks }),
    ...commandNames.map(each => ({
      file: `assets/plugin/skills/${each}/SKILL.md`,
      text: skillText(each, { program: name }),
    })),
  ]
}

function file(path: string, value: object): Page {
  return { file: path, text: `${JSON.stringify(value, null, 2)}\n` }
}
