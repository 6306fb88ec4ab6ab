-- Asks whether Messages responds to scripts; asking does not start it.
on run
	if application "Messages" is not running then error number -600
	with timeout of 2 seconds
		tell application "Messages"
			return count of accounts
		end tell
	end timeout
end run
