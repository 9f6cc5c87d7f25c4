/** Arguments as they come from validation: declared names, right types. */
export type Arguments = { readonly [name: string]: unknown }

export function textArg(args: Arguments, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

/** A required one; validation lets no call through without it. */
export function requiredText(args: Arguments, name: string): string {
  return textArg(args, name) ?? ''
}

export function integerArg(args: Arguments, name: string): number | undefined {
  const value = args[name]
  return typeof value === 'number' ? value : undefined
}

export function flagArg(args: Arguments, name: string, otherwise = false): boolean {
  const value = args[name]
  return typeof value === 'boolean' ? value : otherwise
}

export function listArg(args: Arguments, name: string): string[] | undefined {
  const value = args[name]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined
}
