import { type Counts, each, nothingFailed, oneFailed, only } from './found-counts.ts'

export function buildCounts(text: string): Counts | null {
  const failure =
    /\bBUILD FAIL(?:ED|URE)\b|\bBuild FAILED\b|\bBuild failed with \d{1,9} error|\bg?make(?:\[\d+\])?: \*\*\*|\bninja: build stopped: |\berror: could not compile\b|\bFailed to compile\b|\bcompiled with \d+ errors?\b|\*\* \((?:CompileError|Mix)\)|\bCompilation error in file\b|\[ERROR\] COMPILATION ERROR|^error during build:/m
  if (failure.test(text)) return oneFailed
  const counted = each(text, /^ {0,8}(\d{1,9}) Error\(s\)/gm, only)
  if (counted) return counted
  const success =
    /\bBUILD SUCCESS(?:FUL)?\b|\bBuild succeeded\b|✓ built in |\bcompiled successfully\b|\bCompiled successfully\b|^ *Finished (?:`|dev|release|test).* target\(s\)|\bBuild complete!|\*\* BUILD SUCCEEDED \*\*|\bnaming to \S+ done\b|^\[100%\] Built target |^Generated \S+ app$/m
  return success.test(text) ? nothingFailed : null
}

/** What compilers say of a file; they say nothing when all is well. */
export function compilerCounts(text: string): Counts | null {
  const errors =
    text.match(
      /^[^\s:]+:\d{1,9}:\d{1,9}: (?:fatal )?error\b|^error(?:\[E\d{4}\])?: |^[^\s:]+\.go:\d{1,9}:\d{1,9}: |\berror CS\d{4}:|^[^\s:]+\.java:\d{1,9}: error:|^e: \S|^# [\w.-]+\/\S*$/gm,
    )?.length ?? 0
  return errors > 0 ? { passed: null, failed: errors } : null
}
