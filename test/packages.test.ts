import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hookGroups, isOwnGroup, orElse } from '../src/chat-clients/hook-events.ts'
import { ownCommand, ownCommandByPath } from '../src/entry/cli/installed.ts'
import { tempHome } from './support/tempdir.ts'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const published = JSON.parse(read('package.json'))

/** What the schema 2025-12-11 of the MCP registry and its publishing rules ask of the fields used here. */
const Input = z.object({
  description: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  value: z.string().optional(),
})
const oneVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
const RegistryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: oneVersion.max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      registryBaseUrl: z.literal('https://registry.npmjs.org'),
      identifier: z.string(),
      version: oneVersion,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(
        z.discriminatedUnion('type', [
          z.strictObject({ ...Input.shape, type: z.literal('positional'), value: z.string() }),
          z.strictObject({ ...Input.shape, type: z.literal('named'), name: z.string().startsWith('--') }),
        ]),
      ),
      environmentVariables: z.array(z.strictObject({ ...Input.shape, name: z.string().regex(/^[A-Z_]+$/) })),
    }),
  ),
})

describe('what is published', () => {
  it('server.json follows the rules of the MCP registry and names this very package', () => {
    const entry = RegistryEntry.parse(JSON.parse(read('server.json')))
    // The registry takes an entry of an npm package only if that package names the entry.
    expect(entry.name).toBe(published.mcpName)
    expect(entry.version).toBe(published.version)
    expect(entry.packages.map(({ identifier, version }) => `${identifier} ${version}`)).toEqual([
      `${published.name} ${published.version}`,
    ])
    const words = entry.packages.flatMap(({ packageArguments }) =>
      packageArguments.map(each => each.value ?? each.default),
    )
    expect(words).toEqual(['mcp', 'core'])
  })

  it('the package needs SQLite only: everything else is in the bundle', () => {
    expect(Object.keys(published.dependencies)).toEqual(['@photostructure/sqlite'])
    expect(published.files).toEqual(expect.arrayContaining(['assets', 'bin', 'dist', '!dist/.*', '!dist/*.map']))
  })

  it('what npx started is called by npx again, and a folder of packages is not a place that others find', () => {
    const [script, path] = [process.argv[1] ?? '', process.env.PATH]
    try {
      process.env.PATH = '/somewhere/node_modules/.bin'
      process.argv[1] = '/cache/_npx/0f/node_modules/.bin/daybook'
      expect(ownCommand()).toEqual(['npx', '--yes', 'daybook'])
      const cache = join(tempHome(), '_npx', '0f')
      process.argv[1] = join(cache, 'node_modules/.bin/daybook')
      const packages: [given: string, where: string[]][] = [
        ['^0.1.0', []],
        ['file:../../daybook-0.1.0.tgz', [`--package=file:${join(cache, '../../daybook-0.1.0.tgz')}`]],
        ['git+https://example.org/daybook.git', ['--package=git+https://example.org/daybook.git']],
      ]
      for (const [given, where] of packages) {
        mkdirSync(cache, { recursive: true })
        writeFileSync(join(cache, 'package.json'), JSON.stringify({ dependencies: { daybook: given } }))
        const command = ['npx', '--yes', ...where, 'daybook']
        expect(ownCommand()).toEqual(command)
        // By this a hook is known as one of Daybook's when it is taken out again.
        const [, start] = hookGroups(['node x/.bin/daybook', command.join(' ')].join(orElse))[0] ?? []
        expect(isOwnGroup(start)).toBe(true)
        expect(ownCommandByPath().command.slice(-1 - where.length)).toEqual([...where, 'daybook'])
      }
      process.argv[1] = '/somewhere/node_modules/.bin/daybook'
      expect(ownCommand()).toEqual(['node', '/somewhere/node_modules/.bin/daybook'])
    } finally {
      process.argv[1] = script
      process.env.PATH = path
    }
  })

  it('the container takes the packed program and nothing else of the folder', () => {
    const containerfile = read('deploy/Containerfile')
    expect(containerfile.match(/^(FROM|COPY) .*/gm)).toEqual(['FROM node:22-slim', 'COPY daybook-*.tgz /tmp/'])
    expect(read('deploy/Containerfile.dockerignore')).toBe('*\n!daybook-*.tgz\n')
    expect(read('deploy/compose.yaml')).toContain('dockerfile: deploy/Containerfile\n')
  })

  it('the services of a person start the server on loopback, and again when it fails', () => {
    const unit = read('deploy/daybook.service')
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env daybook serve --port 4470$/m)
    expect(unit).toMatch(/^Restart=on-failure$/m)
    expect(unit).toMatch(/^WantedBy=default\.target$/m)
    const agent = plist(read('deploy/daybook.plist'))
    expect(agent).toMatchObject({ Label: 'daybook', RunAtLoad: true, KeepAlive: { SuccessfulExit: false } })
    expect(agent.ProgramArguments).toEqual([
      '/bin/sh',
      '-c',
      'exec daybook serve --port 4470 >>"$HOME/Library/Logs/daybook.log" 2>&1',
    ])
  })
})

/** The value of a property list, read strictly: anything that is not one of its elements is an error. */
function plist(text: string): Record<string, unknown> {
  const body = text.replace(/<!--[\s\S]*?-->/g, '').replace(/^<\?xml[^>]*>\s*<!DOCTYPE[^>]*>\s*/, '')
  const tokens = body.match(/<[^>]+>|[^<]+/g)?.filter(token => token.trim() !== '') ?? []
  const next = (expected?: string) => {
    const token = tokens.shift() ?? ''
    if (expected !== undefined && token !== expected) throw new Error(`${expected} was expected, not ${token}`)
    return token
  }
  const textUntil = (end: string) => {
    const value = next().replace(/&gt;/g, '>').replace(/&lt;/g, '<').replace(/&amp;/g, '&')
    next(end)
    return value
  }
  const value = (): unknown => {
    const tag = next()
    if (tag === '<true/>' || tag === '<false/>') return tag === '<true/>'
    if (tag === '<string>') return textUntil('</string>')
    if (tag === '<integer>') return Number(textUntil('</integer>'))
    const isList = tag === '<array>'
    if (!isList && tag !== '<dict>') throw new Error(`${tag} is no value`)
    const found: [string, unknown][] = []
    while (tokens[0] !== (isList ? '</array>' : '</dict>')) {
      const key = isList ? String(found.length) : next('<key>') && textUntil('</key>')
      found.push([key, value()])
    }
    next()
    return isList ? found.map(([, each]) => each) : Object.fromEntries(found)
  }
  next('<plist version="1.0">')
  const whole = value()
  next('</plist>')
  return z.record(z.string(), z.unknown()).parse(whole)
}
