/**
 * What most calls of launchctl ask for, in the language of its launcher: starting Node for each of them would take
 * twenty times longer. The launcher has the path of the home in `mac`.
 */
export const launchctlInShell = `
if [ "$1" = enable ] && [ ! -f "$mac/.simulator-launchd-disabled.json" ]; then exit 0; fi

# Prints a service, such as gui/501/label, from the file of what is loaded.
print_service() {
  domain=\${1%%/*} rest=\${1#*/}
  user=\${rest%%/*} label=\${rest#*/}
  found= plist= program=
  if [ -f "$mac/.simulator-launchd.json" ]; then
    while read -r name value; do
      case $name in
        '"label":') if [ "$value" = "\\"$label\\"," ]; then found=yes; fi ;;
        '"plist":') plist=\${value#\\"} plist=\${plist%\\",} ;;
        '"program":')
          if [ -n "$found" ]; then
            if [ "$value" = '[' ]; then read -r program; fi
            program=\${program%,} program=\${program#\\"} program=\${program%\\"}
            break
          fi ;;
      esac
    done < "$mac/.simulator-launchd.json"
  fi
  if [ -z "$found" ]; then
    printf 'Could not find service "%s" in domain for user %s: %s\\n' "$label" "$domain" "$user" >&2
    exit 113
  fi
  pid= status=
  { read -r pid < "$mac/.simulator-launchd.$label.pid"; } 2>/dev/null
  if [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; then
    # On Linux a process that has ended exists until its parent has waited for it.
    { read -r status < "/proc/$pid/stat"; } 2>/dev/null
    case \${status##*') '} in Z*) pid= ;; esac
  else
    pid=
  fi
  printf '%s = {\\n\\tactive count = 1\\n\\tpath = %s\\n\\ttype = LaunchAgent\\n' "$1" "$plist"
  if [ -n "$pid" ]; then printf '\\tstate = running\\n\\t\\n\\tpid = %s\\n' "$pid"; else printf '\\tstate = not running\\n'; fi
  printf '\\tprogram = %s\\n}\\n' "$program"
}

case "$1 $2" in
  'print '*/*/?*)
    print_service "$2"
    exit 0 ;;
esac
`
