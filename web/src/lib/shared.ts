// A new position that shares with the one before whatever is the same: what draws it sees at a glance what has changed.

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** Make the newer value of parts of the older one, wherever they are equal; if all is, it is the older one itself. */
export function shared<Value>(old: unknown, now: Value): Value {
  if (old === now || !isObject(old) || !isObject(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  let isSame = names.length === Object.keys(old).length;
  const made = (Array.isArray(now) ? [...(now as unknown[])] : { ...now }) as Values;
  for (const name of names) {
    made[name] = shared(old[name], now[name]);
    isSame &&= made[name] === old[name] && name in old;
  }
  return (isSame ? old : made) as Value;
}
