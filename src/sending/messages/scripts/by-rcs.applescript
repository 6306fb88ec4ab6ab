-- Sends a text or a file to a person by RCS, whether or not there is a chat yet.
-- Arguments: "text" or "file"; the text or the path; the address of the person; seconds to wait for an answer.
-- A failure before the send is returned as "before" and its number; an error of the send itself is that of osascript.
on run argv
	try
		set theContent to item 2 of argv
		set theAddress to item 3 of argv
		set theSeconds to (item 4 of argv) as integer
		if item 1 of argv is "file" then set theContent to (POSIX file theContent) as alias
		if application "Messages" is not running then error number -600
		with timeout of theSeconds seconds
			tell application "Messages"
				set theAccounts to every account whose service type is RCS
				if theAccounts is {} then error number -1719
				set theAccount to item 1 of theAccounts
				set theTarget to participant theAddress of theAccount
			end tell
		end timeout
	on error number theNumber
		return "before " & theNumber
	end try
	with timeout of theSeconds seconds
		tell application "Messages"
			send theContent to theTarget
		end tell
	end timeout
	return "sent"
end run
