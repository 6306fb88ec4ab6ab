-- Operates the window of Messages through Accessibility. It types nothing and presses no key: it performs actions of
-- one balloon that was identified before, so nothing here can send a new message.
--
-- allowed                                    -> allowed | stop
-- look    <message GUID> <text> <titles ...>   -> seen, the title, the draft, the balloons
-- perform <title> <balloon> <action>         -> done
-- edit    <title> <balloon> <action> <text>  -> done
--
-- `perform-own` and `edit-own` are for a message to oneself, which the window shows twice: as sent and as received.
-- They choose the balloon that offers what only a message of one's own does.
--
-- Every result consists of words separated by character 30. `stop` and a word, or `error` and a number, mean that
-- nothing was changed. An error of osascript itself means that it happened during the action.

on run argv
	set theVerb to item 1 of argv
	try
		with timeout of 25 seconds
			my requireAccess()
			if theVerb is "allowed" then return "allowed"
			if theVerb is "look" then return my look(argv)
			set isOwn to theVerb is "perform-own" or theVerb is "edit-own"
			if theVerb is "edit-own" then set theVerb to "edit"
			set theBalloon to my balloonIn(item 2 of argv, item 3 of argv, isOwn)
			set theDeed to my actionOf(theBalloon, item 4 of argv)
			if theVerb is "edit" then
				tell application "System Events" to perform theDeed
				set theDeed to my preparedEdit(item 3 of argv, item 5 of argv)
			end if
		end timeout
	on error theMessage number theNumber
		if theNumber is 901 then return "stop" & character id 30 & theMessage
		return "error" & character id 30 & theNumber
	end try
	tell application "System Events" to perform theDeed
	if theVerb is "edit" then my leaveEditing(3)
	return "done"
end run

on refuse(theWord)
	error theWord number 901
end refuse

on requireAccess()
	tell application "System Events"
		if not UI elements enabled then my refuse("denied")
	end tell
end requireAccess

-- Opens the conversation at a message, waits until the window shows it, and returns what it shows.
on look(argv)
	if my isBeingWrittenIn() then my refuse("draft")
	open location "imessage://open?message-guid=" & item 2 of argv
	set theReading to ""
	set theEnd to (current date) + 4
	repeat
		delay 0.25
		set theElements to my elementsOfWindow()
		if (count of theElements) > 0 then
			set theTitle to my titleOfWindow()
			set theReading to "seen" & character id 30 & theTitle & my readingOf(theElements)
			if my shows(theReading, theTitle, argv) then exit repeat
		end if
		if (current date) >= theEnd then exit repeat
	end repeat
	if theReading is "" then my refuse("no-window")
	return theReading
end look

-- Whether the window is where it was told to go; if it never is, the reader of the result reports why.
on shows(theReading, theTitle, argv)
	considering case
		repeat with i from 4 to (count of argv)
			if theTitle is item i of argv and theReading contains (character id 30 & item 3 of argv) then return true
		end repeat
	end considering
	return false
end shows

on isBeingWrittenIn()
	tell application "System Events"
		if not (exists process "Messages") then return false
		if not (frontmost of process "Messages") then return false
	end tell
	repeat with each in my elementsOfWindow()
		if my identifierOf(each) is "messageBodyField" then
			if my writtenIn(each) is not "" then return true
		end if
	end repeat
	return false
end isBeingWrittenIn

-- Enumerates the elements within the tell block of the process: a window passed to another handler has no elements any
-- more.
on elementsOfWindow()
	tell application "System Events"
		if not (exists process "Messages") then return {}
		tell process "Messages"
			if not (exists window 1) then return {}
			return entire contents of window 1
		end tell
	end tell
end elementsOfWindow

on titleOfWindow()
	tell application "System Events" to tell process "Messages" to return name of window 1
end titleOfWindow

on readingOf(theElements)
	set theDraft to ""
	set theBalloons to ""
	repeat with each in theElements
		set theIdentifier to my identifierOf(each)
		if theIdentifier is "messageBodyField" then
			set theDraft to my writtenIn(each)
		else if theIdentifier is "CKBalloonTextView" then
			set theBalloons to theBalloons & character id 30 & my valueOf(each)
		end if
	end repeat
	return character id 30 & theDraft & theBalloons
end readingOf

-- Returns the one balloon with this text, in the conversation of this title.
on balloonIn(theTitle, theText, isOwn)
	set theFound to {}
	set theElements to my elementsOfWindow()
	if (count of theElements) is 0 then my refuse("no-window")
	considering case
		if my titleOfWindow() is not theTitle then my refuse("other-conversation")
		repeat with each in theElements
			if my identifierOf(each) is "CKBalloonTextView" then
				if my valueOf(each) is theText then set end of theFound to each
			end if
		end repeat
	end considering
	if (count of theFound) is 0 then my refuse("not-there")
	if (count of theFound) > 1 and isOwn then set theFound to my ownAmong(theFound)
	if (count of theFound) is not 1 then my refuse("twice")
	return item 1 of theFound
end balloonIn

on ownAmong(theBalloons)
	set theOwn to {}
	repeat with each in theBalloons
		if (count of my actionsOf(each, "Edit")) > 0 or (count of my actionsOf(each, "Undo Send")) > 0 then
			set end of theOwn to each
		end if
	end repeat
	if (count of theOwn) is 0 then my refuse("no-action")
	return theOwn
end ownAmong

-- Actions that an application adds are named `Name:<display name>`, followed by further lines.
on actionsOf(theElement, theName)
	tell application "System Events"
		return (every action of theElement whose name starts with ("Name:" & theName & linefeed))
	end tell
end actionsOf

on actionOf(theElement, theName)
	set theActions to my actionsOf(theElement, theName)
	if (count of theActions) is not 1 then my refuse("no-action")
	return item 1 of theActions
end actionOf

-- Puts the text into the field of the edit that was begun, and returns the action that confirms it. The field is
-- recognised by the button beside it and by the text that it holds.
on preparedEdit(theOld, theNew)
	try
		set theEnd to (current date) + 4
		repeat
			delay 0.25
			set theConfirm to my elementDescribed("Send edit")
			if theConfirm is not missing value or (current date) >= theEnd then exit repeat
		end repeat
		if theConfirm is missing value then my refuse("no-field")
		set theField to my fieldBeside(theConfirm, theOld)
		tell application "System Events" to set value of theField to theNew
		delay 0.4
		considering case
			if my valueOf(theField) is not theNew then my refuse("no-field")
		end considering
		tell application "System Events" to return action "AXPress" of theConfirm
	on error theMessage number theNumber
		my leaveEditing(0)
		error theMessage number theNumber
	end try
end preparedEdit

on fieldBeside(theConfirm, theOld)
	tell application "System Events"
		set theGroup to value of attribute "AXParent" of theConfirm
		set theElements to entire contents of theGroup
	end tell
	considering case
		repeat with each in theElements
			if my isField(each) then
				if my valueOf(each) is theOld then return each
			end if
		end repeat
	end considering
	my refuse("no-field")
end fieldBeside

on isField(theElement)
	if my identifierOf(theElement) is "messageBodyField" then return false
	if my identifierOf(theElement) is "CKBalloonTextView" then return false
	tell application "System Events" to set theRole to role of theElement
	return theRole is "AXTextField" or theRole is "AXTextArea"
end isField

-- Abandons an edit that is still open after the given seconds, so that the window is left as it was.
on leaveEditing(theSeconds)
	try
		set theEnd to (current date) + theSeconds
		repeat
			if my elementDescribed("Send edit") is missing value then return
			if (current date) >= theEnd then exit repeat
			delay 0.25
		end repeat
		set theCancel to my elementDescribed("Cancel edit")
		if theCancel is not missing value then
			tell application "System Events" to perform action "AXPress" of theCancel
		end if
	end try
end leaveEditing

on elementDescribed(theDescription)
	repeat with each in my elementsOfWindow()
		if my descriptionOf(each) is theDescription then return each
	end repeat
	return missing value
end elementDescribed

-- An empty field may show its placeholder as its value.
on writtenIn(theField)
	set theText to my valueOf(theField)
	tell application "System Events"
		try
			if theText is value of attribute "AXPlaceholderValue" of theField then return ""
		end try
	end tell
	return theText
end writtenIn

on identifierOf(theElement)
	tell application "System Events"
		try
			set theIdentifier to value of attribute "AXIdentifier" of theElement
			if theIdentifier is not missing value then return theIdentifier
		end try
	end tell
	return ""
end identifierOf

on descriptionOf(theElement)
	tell application "System Events"
		try
			set theDescription to description of theElement
			if theDescription is not missing value then return theDescription
		end try
	end tell
	return ""
end descriptionOf

on valueOf(theElement)
	tell application "System Events"
		try
			set theValue to value of theElement
			if theValue is not missing value then return theValue as text
		end try
	end tell
	return ""
end valueOf
