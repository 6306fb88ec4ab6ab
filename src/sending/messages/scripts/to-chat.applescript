-- Sends a text or a file to a chat that Messages knows.
-- Arguments: "text" or "file"; the text or the path; the GUID of the chat; seconds to wait for an answer.
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
				set theTarget to chat id theAddress
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
