/** The program a word names: without its folder, the suffix Windows adds, or the version asked for. */
export function programName(word: string): string {
  const base = word.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/(?<=.)@[\w.^~-]+$/, '').replace(/\.(?:exe|cmd|bat)$/i, '')
}

/** Options that take the next word as their value, where the program's own words follow. */
const valued = new Map<string, ReadonlySet<string>>(
  Object.entries({
    npm: '--prefix -w --workspace -C --cache --loglevel --userconfig',
    pnpm: '--filter -F -C --dir --filter-prod --workspace-concurrency',
    yarn: '--cwd workspace',
    bun: '--cwd --filter -F --config -c',
    npx: '-p --package -c --call -w --workspace',
    sudo: '-u -g -h -p -C -T -U --user --group',
    env: '-u -C -S --unset --chdir',
    nice: '-n --adjustment',
    timeout: '-k -s --kill-after --signal',
    gtimeout: '-k -s --kill-after --signal',
    ssh: '-p -i -l -o -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w -B',
    conda: '-n --name -p --prefix --cwd',
    mamba: '-n --name -p --prefix --cwd',
    micromamba: '-n --name -p --prefix --cwd',
    uvx: '--from --with --python -p --index',
    pipx: '--spec --python --pip-args',
    'xvfb-run': '-n -s -e -f -p --server-num --server-args --error-file --auth-file',
    python: '-W -X',
    node: '--import -r --require --loader --experimental-loader --env-file -C --conditions',
    uv: '--with --extra --group --python -p --project --directory --package --env-file --with-requirements --index',
    cargo: '-C --config --color --manifest-path -Z',
    go: '-C',
    make: '-C -f -I -o -W --directory --file --makefile',
    git: '-C -c --git-dir --work-tree --namespace',
    'git rebase': '-x --exec --onto -X --strategy-option -s --strategy',
    xargs: '-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-chars --max-lines --max-procs --replace',
    mvn: '-f --file -pl --projects -s --settings -P -T',
    mvnw: '-f --file -pl --projects -s --settings -P -T',
    gradle: '-p --project-dir -x --exclude-task -b -c -I',
    gradlew: '-p --project-dir -x --exclude-task -b -c -I',
    mise: '-C --cd -E --env -j --jobs -t --tool',
    just: '-f --justfile -d --working-directory --set',
    task: '-t --taskfile -d --dir',
    docker: '-u --user -e --env -w --workdir -f --file -p --project-name -v --volume --name --entrypoint --network',
    dotenv: '-e -v -f',
    nx: '-p --projects --configuration -c --parallel --base --head',
    turbo: '--filter -F --concurrency',
    xcodebuild: '-scheme -project -workspace -destination -configuration -sdk -derivedDataPath -resultBundlePath',
    dotnet: '--project -c --configuration -f --framework',
    swift: '--package-path -c --configuration',
    zig: '-D',
    pio: '-e --environment -d --project-dir',
    platformio: '-e --environment -d --project-dir',
    taskset: '-c -p',
    gh: '-R --repo',
    glab: '-R --repo',
  }).map(([program, options]) => [program, new Set(options.split(' '))]),
)

/** How many of the arguments, from the given one on, are options of the program and their values. */
export function optionsFrom(program: string, args: readonly string[], from = 0): number {
  const withValue = valued.get(program)
  let at = from
  while (at < args.length) {
    const arg = args[at] ?? ''
    const hasValue = withValue?.has(arg) ?? false
    if (!hasValue && !/^[-+]./.test(arg)) break
    at += hasValue ? 2 : 1
  }
  return Math.min(at, args.length) - from
}

/** The arguments that are neither options nor their values. */
export function operands(program: string, args: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < args.length; at++) {
    at += optionsFrom(program, args, at)
    const arg = args[at]
    if (arg !== undefined) found.push(arg)
  }
  return found
}

/** The value of an option, in either way of writing it. */
export function optionOf(args: readonly string[], ...names: readonly string[]): string | null {
  const at = args.findIndex(arg => names.includes(arg))
  const joined = args.find(arg => names.some(name => arg.startsWith(`${name}=`)))
  const value = at >= 0 ? args[at + 1] : joined?.slice(joined.indexOf('=') + 1)
  return value === undefined || value.trim() === '' ? null : value
}
