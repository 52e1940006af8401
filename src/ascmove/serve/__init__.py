"""The live page: edit a case in the browser, see findings and picture as you type. Needs the extra `serve`.

It listens on the loopback interface only and answers only requests that name it, from pages of its own.
"""
