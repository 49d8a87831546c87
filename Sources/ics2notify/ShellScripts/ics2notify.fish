# Completion of ics2notify for fish; ics2notify-generated candidates, fish's own file names.

function __ics2notify_complete
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l token (commandline -ct | string unescape 2>/dev/null)
    set -l answer ($words[1] completions --complete $words[2..-1] "$token" 2>/dev/null)
    or return
    set -l kind $answer[1]
    if string match -q 'files*' -- $kind
        set -l before (string replace -r '^files' '' -- $kind)
        for line in (__fish_complete_path (string sub -s (math 1 + (string length -- $before)) -- "$token"))
            printf '%s%s\n' $before $line
        end
        return
    end
    printf '%s\n' $answer[2..-1]
end

complete -c ics2notify -f -a '(__ics2notify_complete)'
