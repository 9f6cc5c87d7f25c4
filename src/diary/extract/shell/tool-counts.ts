import { sum } from '../../../kernel/numbers.ts'
import { failedIn } from './cargo.ts'
import {
  type Counts,
  each,
  firstOf,
  last,
  lastMatch,
  listed,
  nothingFailed,
  oneFailed,
  onlyFailed,
  passedIf,
  programsOf,
  type ReadCounts,
  says,
} from './found-counts.ts'
import { allMatches, hasMatch } from './prefilter.ts'

/** What linters and formatters print, in the order in which they are looked for. */
const linters: { readonly [linter: string]: ReadCounts } = {
  eslint: firstOf(
    says(/^ESLint found too many warnings \(maximum: /m, oneFailed),
    each(/✖ \d+ problems? \((\d{1,9}) errors?,/g, onlyFailed),
    // Without a configuration it did not run.
    text =>
      hasMatch(text, /^Oops! Something went wrong! :\($/m) && !/\bcouldn't find\b/.test(text) ? oneFailed : null,
  ),
  /** Where the count is cut off, each finding ends with the name of its linter. */
  golangci: firstOf(each(/^(\d{1,9}) issues?(?::|\.)/gm, onlyFailed), text => {
    const places = allMatches(text, /^[^\s:]+\.go:\d{1,9}:\d{1,9}: [^\n]*$/gm)
    const failed = places.filter(([line]) => /\([a-z\d]+\)$/.test(line)).length
    return failed > 0 ? { passed: null, failed } : null
  }),
  ruff: firstOf(
    each(/^Found (\d{1,9}) errors?(?:\.$| \((?:\d{1,9} fixed, (\d{1,9}) remaining)?)/gm, ([, found, remaining]) => ({
      passed: null,
      failed: Number(remaining ?? found),
    })),
    says(/^All checks passed!/m, nothingFailed),
  ),
  biome: firstOf(
    each(/^Found (\d{1,9}) errors?\.$/gm, onlyFailed),
    says(/^Checked \d{1,9} files? in /m, nothingFailed),
  ),
  rubocop: each(
    /(?<!\d)\d{1,9} files? inspected, (no|\d{1,9}) offenses? detected(?:, (\d{1,9}) offenses? corrected)?/g,
    ([, found, corrected]) => ({
      passed: null,
      failed: found === 'no' ? 0 : Math.max(0, Number(found) - Number(corrected ?? 0)),
    }),
  ),
  credo: each(/\bmods\/funs, found ([^\n]*)/g, ([, words = '']) => ({
    passed: null,
    failed: sum([...words.matchAll(/(?<!\d)(\d{1,9}) /g)].map(([, number]) => Number(number))),
  })),
  prettier: firstOf(
    says(/\bCode style issues (?:found|were found)/, oneFailed),
    says(/\bAll matched files use Prettier code style!/, nothingFailed),
  ),
  mixFormat: says(/\bmix format failed due to --check-formatted\b/, oneFailed),
  oxlint: each(/\bFound \d{1,9} warnings? and (\d{1,9}) errors?\b/g, onlyFailed),
  preCommit,
  /** And `ruff format --check`. */
  black: firstOf(
    says(/^\d{1,9} files? would be reformatted/m, oneFailed),
    says(/^\d{1,9} files? (?:would be left unchanged\.$|already formatted$)/m, nothingFailed),
  ),
  pylint: each(/^Your code has been rated at (-?[\d.]{1,9})\/10/gm, ([, rate]) =>
    Number(rate) === 10 ? nothingFailed : oneFailed,
  ),
  /** `a.py:1:1: F401 …`, as flake8 and its relatives print each finding. */
  flake8: listed(/^[^\s:]+:\d{1,9}:\d{1,9}: [A-Z]{1,4}\d{1,5} /gm),
  isort: listed(/\bImports are incorrectly sorted/g),
  phpcs: each(/^FOUND (\d{1,9}) ERRORS?\b/gm, onlyFailed),
  phpCsFixer: each(/^Found (\d{1,9}) of \d{1,9} files that can be fixed/gm, onlyFailed),
  rector: firstOf(
    says(/\bfiles? (?:would have been|have been|would be) changed \(dry-run\) by Rector\b/, oneFailed),
    says(/^ *\[OK\] Rector is done!/m, nothingFailed),
  ),
  pint: each(/^ *(?:PASS|FAIL) {1,9}\.+ \d{1,9} files?/gm, passedIf(/PASS/)),
  /** Only what is serious fails. */
  swiftlint: each(/\bFound \d{1,9} violations?, (\d{1,9}) serious in /g, onlyFailed),
  rustfmt: listed(/^Diff in \S/gm),
  terraform: firstOf(
    says(/\bSuccess! The configuration is valid/, nothingFailed),
    says(
      /^│ Error: (?!Missing required provider|Module not installed|Could not load plugin|Inconsistent dep)\S|^[│ ]{1,4} on \S{1,200}\.tf line \d/m,
      oneFailed,
    ),
  ),
  helm: each(/(?<!\d)\d{1,9} chart\(s\) linted, (\d{1,9}) chart\(s\) failed/g, onlyFailed),
  /** A line for each job below the summary; the glove is a job that failed. */
  lefthook: text =>
    hasMatch(text, /^ *summary: \(done in /m) ? { passed: null, failed: text.match(/^ *🥊/gmu)?.length ?? 0 } : null,
  next: says(/^✔ No ESLint warnings or errors$/m, nothingFailed),
  stylelint: each(/^[✖✕×]? ?\d{1,9} problems? \((\d{1,9}) errors?, \d{1,9} warnings?\)$/gm, onlyFailed),
  deno: firstOf(each(/^Found (\d{1,9}) problems?$/gm, onlyFailed), says(/^Checked \d{1,9} files?$/m, nothingFailed)),
  denoFormat: each(/^error: Found (\d{1,9}) not formatted files? in /gm, onlyFailed),
  clippy,
  /** It ends with an error for warnings too, and so does luacheck. */
  kondo: each(/^linting took \d{1,9}ms, errors: (\d{1,9}), warnings: (\d{1,9})/gm, onlyFailed),
  eastwood: each(/^== Warnings: (\d{1,9})(?: \([^)\n]{0,200}\))?\.? {1,2}Exceptions thrown: (\d{1,9})/gm, onlyFailed),
  hlint: each(/^(No|\d{1,9}) hints?\b/gm, onlyFailed),
  ansible: each(/^(?:Passed: |Failed: |Finished with )(\d{1,9}) failure\(s\), /gm, onlyFailed),
  kubeconform: each(
    /^Summary: \d{1,9} resources? found [^\n]{1,80} - Valid: \d{1,9}, Invalid: (\d{1,9}), Errors: (\d{1,9})/gm,
    onlyFailed,
  ),
  sqlfluff: firstOf(listed(/^== \[.*\] FAIL$/gm), says(/^All Finished\b/m, { ...nothingFailed, partial: true })),
  luacheck: each(/^Total: (\d{1,9}) warnings? \/ (\d{1,9}) errors? in /gm, onlyFailed),
  shellcheck: listed(/\bSC\d{4} \((?:error|warning|info|style)\): /g),
  typos: listed(/^error: `[^`\n]{1,80}` should be /gm),
  markdownlint: firstOf(
    each(/^Summary: (\d{1,9}) (?:error\(s\)|issues? in )/gm, onlyFailed),
    listed(/:\d{1,7} (?:error )?MD\d{3}\//g),
  ),
  cspell: each(/^CSpell: Files checked: \d{1,9}, Issues found: (\d{1,9})\b/gm, onlyFailed),
  cargoDeny: last(
    /^(?:advisories|bans|licenses|sources) (?:ok|FAILED)(?:, [a-z]{1,12} (?:ok|FAILED)){0,3}$/gm,
    ([found]) => (found.includes('FAILED') ? oneFailed : nothingFailed),
  ),
}

/** What type checkers print, in the order in which they are looked for. */
const typeCheckers: { readonly [checker: string]: ReadCounts } = {
  typescript,
  mypy: firstOf(
    each(/^Found (\d{1,9}) errors? in \d{1,9} files? \(/gm, onlyFailed),
    says(/\bSuccess: no issues found in \d/, nothingFailed),
  ),
  pyright: each(/^(\d{1,9}) errors?, \d{1,9} warnings?\b/gm, onlyFailed),
  ty: each(/^Found (\d{1,9}) diagnostics?$/gm, onlyFailed),
  svelteCheck: each(/\bsvelte-check found (\d{1,9}) errors?\b/g, onlyFailed),
  dialyzer: firstOf(
    each(/\bTotal errors: (\d{1,9})\b/g, onlyFailed),
    last(/\bdone \((?:passed successfully|warnings were emitted)\)/g, passedIf(/passed/)),
  ),
  phpstan: firstOf(each(/\[ERROR\] Found (\d{1,9}) errors?/g, onlyFailed), says(/\[OK\] No errors/, nothingFailed)),
  psalm: firstOf(each(/^(\d{1,9}) errors? found$/gm, onlyFailed), says(/^ *No errors found!/m, nothingFailed)),
  sorbet: firstOf(each(/^Errors: (\d{1,9})$/gm, onlyFailed), says(/^No errors! Great job\./m, nothingFailed)),
  /** Remarks fail it only where they are said to be fatal. */
  dart: firstOf(listed(/^ *(?:error [•-]|warning •) \S/gm), says(/^No issues found!/m, nothingFailed)),
  steep: firstOf(
    each(/^Detected (\d{1,9}) problems? from \d/gm, onlyFailed),
    says(/^No type error detected\./m, nothingFailed),
  ),
}

/** Programs by the reader of what they print. */
export const ownLintReaders = programsOf(linters, {
  ...{
    eslint: 'eslint',
    golangci: 'golangci-lint',
    ruff: 'ruff',
    biome: 'biome',
    rubocop: 'rubocop',
    credo: 'mix credo',
  },
  ...{ mixFormat: 'mix format', prettier: 'prettier', oxlint: 'oxlint', black: 'black, ruff format', pylint: 'pylint' },
  ...{
    flake8: 'flake8',
    isort: 'isort',
    phpcs: 'phpcs',
    pint: 'pint',
    swiftlint: 'swiftlint',
    rustfmt: 'cargo fmt, rustfmt',
  },
  ...{ stylelint: 'stylelint', shellcheck: 'shellcheck', typos: 'typos', cspell: 'cspell', cargoDeny: 'cargo deny' },
  ...{ deno: 'deno lint', denoFormat: 'deno fmt', clippy: 'cargo clippy' },
})

export const ownTypeReaders = programsOf(typeCheckers, {
  ...{ typescript: 'tsc, vue-tsc', mypy: 'mypy', pyright: 'pyright, basedpyright', svelteCheck: 'svelte-check' },
  ...{ phpstan: 'phpstan', psalm: 'psalm', dialyzer: 'mix dialyzer', ty: 'ty' },
})

export const lintCounts: readonly ReadCounts[] = Object.values(linters)
export const typeCounts: readonly ReadCounts[] = Object.values(typeCheckers)

/** What compilers and build tools print at their end. */
export const buildCounts = firstOf(
  text => (failedIn(text) === 'check' && /^ *Finished `/m.test(text) ? nothingFailed : null),
  says(
    /\bBUILD FAIL(?:ED|URE)\b|\bBuild FAILED\b|\bBuild failed with \d{1,9} error|\bg?make(?:\[\d+\])?: \*\*\*|\bninja: build stopped: |\berror: could not compile\b|\bFailed to compile\b|\bcompiled with \d+ errors?\b|\*\* \((?:CompileError|Mix)\)|\bCompilation error in file\b|\[ERROR\] COMPILATION ERROR|^error during build:|\bBuild did NOT complete successfully\b|\bCompilation failed due to warnings\b|^(?:#\d{1,4} )?ERROR: failed to (?:solve|build)\b|^\[error\] Total time: |^(?:▸ )?Build Failed$|\bfailed to solve: |^! (?:LaTeX Error|Undefined control|Emergency stop|==> Fatal error)|^ *==> Fatal error occurred|^Error: (?:Unbound |Syntax error|This expression )|^Collected error summary|^\W{0,6}(?:Compilation|Bundling|Build) failed\b|^FAILED: \S|^FATAL ERROR: |^Aborted with \d{1,9} warnings in strict mode|^build finished with problems\b|^=+ \[FAILED\] Took |^Application bundle generation failed\.|^error:\n {7}\S/m,
    oneFailed,
  ),
  // In any language, the errors are counted last, above the time it took.
  each(/^ {2,8}(\d{1,9}) \S[^\n]{0,40}\n\r?\n[^\d\n]{1,40} \d\d:\d\d:\d\d\.\d\d\b/gm, onlyFailed),
  each(/^ {0,8}(\d{1,9}) Error\(s\)/gm, onlyFailed),
  says(
    /\bBUILD SUCCESS(?:FUL)?\b|\b[Bb]uild succeeded\b|^=+ \[(?:SUCCESS|PASSED)\] Took |^Project build complete\.|^\[SUCCESS\] Generated static files in |^Sketch uses \d|^Application bundle generation complete\.|^g?make: Nothing to be done for |^ *(?:✔ )?[\w.-]{1,60} {1,40}Built$|✓ built in |\bcompiled successfully\b|\bCompiled successfully\b|^ *Finished (?:`|dev|release|test).* target\(s\)|\bBuild complete!|\*\* BUILD SUCCEEDED \*\*|\bnaming to \S+ done\b|^\[100%\] Built target |^Generated \S+ app$|\bBuild completed successfully\b|\bBuild success in \d|^ninja: no work to do\.|^\[(\d{1,6})\/\1\] (?:Linking|Building|Generating|Compiling|Creating)\b|^\[success\] Total time: |\bcompiled with \d{1,9} warnings?\b|^(?:▸ )?Build Succeeded$|^created \S+ in \d|⚡ Done in \d|^\W{0,6}(?:Successfully (?:built|compiled|packaged)\b|Built \S|Build (?:successful|completed?|finished)\b|Compiler run successful|Compilation (?:succeeded|successful|completed?)\b)|^Output written on \S|^ *Executable (?:unittests|tests)[/ ]|^Latexmk: All targets \([^)\n]{0,200}\) are up-to-date$/m,
    nothingFailed,
  ),
)

/** What compilers say of a file; they say nothing when all is well. */
export const compilerCounts = listed(
  /^[^\s:]+:\d{1,9}(?::\d{1,9}: (?:fatal )?error\b|: error:)|^error(?:\[E\d{4}\])?: |^(?:vet: )?[^\s:]+\.go:\d{1,9}:\d{1,9}: |\): error [A-Z]{2,12}\d{0,5}:|\berror (?:CS|MSB|FS|BC)\d{4}:|^e: \S|^File "[^"\n]{1,300}", lines? \d{1,9}(?:-\d{1,9})?, characters |^# [\w.-]+\/\S*$/gm,
)

/** `trailing whitespace....Passed`, one line for each hook. */
function preCommit(text: string): Counts | null {
  const hooks = text.split('\n').flatMap(line => /(?:\.{3}|\))(Passed|Failed|Skipped)$/.exec(line)?.[1] ?? [])
  if (hooks.length === 0) return null
  const failed = hooks.filter(result => result === 'Failed').length
  return { passed: null, failed, partial: true }
}

/** What cargo only checks it does not build: an error is that of what it did last. */
function clippy(text: string): Counts | null {
  return failedIn(text) === 'check' ? oneFailed : null
}

function typescript(text: string): Counts | null {
  const errors = allMatches(text, /\berror TS\d+:/g).length
  const counted = lastMatch(text, /\bFound (\d{1,9}) errors?(?: in |\.(?: Watching|$))/gm)
  if (counted && (errors > 0 || Number(counted[1]) === 0 || counted[0].endsWith(' in '))) return onlyFailed(counted)
  return errors > 0 ? { passed: null, failed: errors } : null
}
