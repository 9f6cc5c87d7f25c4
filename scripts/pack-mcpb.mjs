// npm run pack:mcpb [-- <folder> [<tarball>]]: the published package as a bundle that desktop chat clients install with one click.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const packer = '@anthropic-ai/mcpb@2.1.2'
const root = fileURLToPath(new URL('..', import.meta.url))
const stage = mkdtempSync(join(tmpdir(), 'daybook-mcpb-'))
try {
  const bundle = join(stage, 'bundle')
  mkdirSync(bundle)
  const tarball = process.argv[3] === undefined ? pack() : resolve(process.argv[3])
  // With the compiled SQLite of every platform, because nobody knows where the bundle will be opened.
  // Named, because npm else takes a folder above that has packages, as somebody may have left one in the temporary folder.
  const here = ['--prefix', bundle, '--no-package-lock', '--no-save']
  npm(bundle, 'install', ...here, '--omit=dev', '--ignore-scripts', tarball)
  // Names the temporary folder.
  rmSync(join(bundle, 'node_modules/.package-lock.json'))
  const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { operations, profiles } = JSON.parse(readFileSync(join(root, 'dist/catalog.json'), 'utf8'))
  writeFileSync(join(bundle, 'manifest.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  // What only a compiler needs.
  writeFileSync(join(bundle, '.mcpbignore'), 'node_modules/@photostructure/sqlite/src/\nnode_modules/node-addon-api/\n')
  const file = join(resolve(process.argv[2] ?? root), `daybook-${version}.mcpb`)
  run('npx', ['--yes', packer, 'pack', bundle, file], bundle)
  process.stdout.write(`${file}\n`)

  function manifest() {
    const core = profiles.find(({ name }) => name === 'core')
    const program = 'node_modules/daybook/bin/daybook.js'
    return {
      manifest_version: '0.3',
      name: 'daybook',
      display_name: 'Daybook',
      version,
      description,
      author: { name: 'The Daybook authors' },
      license,
      server: {
        type: 'node',
        entry_point: program,
        mcp_config: {
          command: 'node',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in.
          args: [`\${__dirname}/${program}`, 'mcp', '--toolsets', '${user_config.toolsets}'],
        },
      },
      tools: core.operations.map(name => ({ name, description: operations.find(each => each.name === name).summary })),
      prompts_generated: true,
      compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
      user_config: {
        toolsets: {
          type: 'string',
          title: 'Toolsets',
          description:
            'What a chat sees: core, jobs, records, diary, context or room, several with commas between them.',
          default: 'core',
          required: false,
        },
      },
    }
  }
} finally {
  rmSync(stage, { recursive: true, force: true })
}

function pack() {
  npm(root, 'pack', '--silent', '--pack-destination', stage)
  return join(
    stage,
    readdirSync(stage).find(name => name.endsWith('.tgz')),
  )
}

function npm(cwd, ...args) {
  run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], cwd)
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}
