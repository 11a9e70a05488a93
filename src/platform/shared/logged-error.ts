/** What an error may say beside its message: the names of things and codes, never what a row, a statement's values or an answer held. */
const keptFields = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine', 'errcode', 'errstr'] as const
const alsoKept = ['errno', 'syscall', 'reason', 'statusCode'] as const
const deepest = 5
const notAnError = 'a value that is not an Error was thrown'

export interface LoggedError {
  type: string
  message: string
  stack: string
  cause?: LoggedError
  /** Of several at once. */
  errors?: LoggedError[]
  [field: string]: unknown
}

/** An error as the log may hold it: PostgreSQL's own `detail` and `where` name the values of whole rows, and other errors carry what they were given. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: notAnError, stack: '' }
  const message = messageOf(error)
  const logged: LoggedError = { type: error.constructor.name, message, stack: framesOf(error, message) }
  for (const field of [...keptFields, ...alsoKept]) {
    const value: unknown = field in error ? Reflect.get(error, field) : undefined
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)) logged[field] = value
  }
  if (depth >= deepest) return logged
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1)
  if (error instanceof AggregateError) logged.errors = error.errors.slice(0, deepest).map((one) => loggedError(one, depth + 1))
  return logged
}

/** In one line why something failed, with its causes, as the log may hold it. */
export function reasonOf(error: unknown): string {
  const reasons: string[] = []
  for (let at: LoggedError | undefined = loggedError(error); at; at = at.cause) reasons.push(at.message)
  return reasons.join(': ')
}

const mailAddress = /[^\s@"'<>(),;:/]+@[^\s@"'<>(),;]+/g

/** Its message, without what that may quote. */
function messageOf(error: Error): string {
  // What was read that is no JSON, no pattern, no number: all of it may stand there.
  if (error instanceof SyntaxError) return 'something could not be read'
  // A list as JSON, with what an unknown key was called.
  if ('issues' in error && Array.isArray(error.issues))
    return `not as it should be: ${error.issues.slice(0, 20).map(codeOfIssue).join(', ')}`
  // "Data exception": invalid input syntax for type …: "the value".
  const isOfValue = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)
  const message = isOfValue ? error.message.replace(/".*"/s, '"…"') : error.message
  return message.replace(mailAddress, '…')
}

const codeOfIssue = (issue: unknown): string =>
  typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : 'unknown'

/** The places it came through, under its message as that may be told: the stack itself begins with the whole of it. */
function framesOf(error: Error, message: string): string {
  const stack = error.stack ?? ''
  const told = stack.indexOf(error.message)
  const frames = (told < 0 ? stack : stack.slice(told + error.message.length)).split('\n').filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${message}`, ...frames].join('\n')
}
